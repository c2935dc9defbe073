import {
  DEFAULT_PARTY_KIND,
  NewParty,
  PARTY_KIND_LENGTH_MAX,
  PARTY_LABEL_LENGTH_MAX,
  PARTY_REF_LENGTH_MAX,
  type Party,
} from '@countinghouse/contract/features/parties';
import { Autocomplete, Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { fieldFaultsOf } from '../../lib/calls/api-error.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';

const FORM_WIDTH_PX = 560;
const kinds = [DEFAULT_PARTY_KIND, 'person', 'bank', 'government', 'fund'];

export interface PartyValues {
  label: string;
  kind: string;
  external_ref: string;
}

const valuesOf = (party: Party | null): PartyValues => ({
  label: party?.label ?? '',
  kind: party?.kind ?? DEFAULT_PARTY_KIND,
  external_ref: party?.externalRef ?? '',
});

/** As it is sent: an empty kind is the default one, an empty reference is none. */
export const bodyOf = ({ label, kind, external_ref }: PartyValues) => ({
  label,
  kind: kind.trim() === '' ? DEFAULT_PARTY_KIND : kind,
  external_ref: external_ref.trim() === '' ? null : external_ref,
});

interface PartyFormProps {
  readonly name: string;
  readonly current: Party | null;
  readonly submitLabel: string;
  readonly permission: Permission;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (values: PartyValues) => void;
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
}

/** Label, kind and external reference of a party. */
export function PartyForm({ name, current, submitLabel, permission, busy, error, onSubmit, onCancel, children }: PartyFormProps) {
  const form = useForm<PartyValues>({
    initialValues: valuesOf(current),
    validate: (values) => schemaResolver(NewParty, { sync: true })(bodyOf(values)),
  });
  const faults = fieldFaultsOf(error);
  const fault = (field: keyof PartyValues): ReactNode => form.errors[field] ?? faults.get(field);
  const disabled = !permission.allowed;
  return (
    <Paper p="md" maw={FORM_WIDTH_PX} component="section" aria-label={name}>
      <form noValidate onSubmit={form.onSubmit(onSubmit)}>
        <Stack gap="md">
          {children}
          <TextInput
            label="Label"
            withAsterisk
            autoFocus={current === null}
            autoComplete="off"
            maxLength={PARTY_LABEL_LENGTH_MAX}
            disabled={disabled}
            {...form.getInputProps('label')}
            error={fault('label')}
          />
          <Autocomplete
            label="Kind"
            data={kinds}
            maxLength={PARTY_KIND_LENGTH_MAX}
            disabled={disabled}
            {...form.getInputProps('kind')}
            error={fault('kind')}
          />
          <TextInput
            label="External ref"
            description="Optional: an IBAN or another reference."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            maxLength={PARTY_REF_LENGTH_MAX}
            disabled={disabled}
            {...form.getInputProps('external_ref')}
            error={fault('external_ref')}
          />
          <Group justify="flex-end" gap="xs">
            {onCancel === undefined ? null : (
              <Button variant="default" onClick={onCancel} disabled={busy}>
                Cancel
              </Button>
            )}
            <GuardedButton
              type="submit"
              permission={permission}
              loading={busy}
              disabled={permission.allowed && form.values.label.trim() === ''}
            >
              {submitLabel}
            </GuardedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
