import { events } from '@countinghouse/contract/features/events';
import { CONSENT_REFERENCE_LENGTH_MAX, type Settings, settings } from '@countinghouse/contract/features/settings';
import { Group, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

type Defaults = Settings['settings']['posting_defaults'];

interface FormValues {
  reference: string;
  scope: string;
  latest: boolean;
}

const USUAL_SCOPE = 'ledger:post';
const valuesOf = ({ consent, fx_snapshot }: Defaults): FormValues => ({
  reference: consent?.reference ?? '',
  scope: consent?.scope.join(', ') ?? USUAL_SCOPE,
  latest: fx_snapshot === 'latest',
});

/** What API keys may leave out when they post, and what then counts. */
export function PostingDefaults() {
  const current = useQuery(q(settings.get)).data?.settings.posting_defaults;
  const tenantId = useActiveTenant()?.id ?? '';
  return (
    <Panel title="What API keys may leave out">
      {current === undefined ? (
        <Skeleton height={238} />
      ) : (
        <DefaultsForm key={`${tenantId} ${JSON.stringify(current)}`} current={current} />
      )}
    </Panel>
  );
}

function DefaultsForm({ current }: { readonly current: Defaults }) {
  const permission = useWritePermission(settings.changePostingDefaults);
  const form = useForm<FormValues>({
    initialValues: valuesOf(current),
    validate: {
      scope: (scope, { reference }) => (reference.trim() !== '' && scopesOf(scope).length === 0 ? 'Name at least one scope.' : null),
    },
  });
  const save = useWrite(settings.changePostingDefaults, {
    input: ({ reference, scope, latest }: FormValues) => ({
      body: {
        consent: reference.trim() === '' ? null : { reference, scope: scopesOf(scope) },
        fx_snapshot: latest ? ('latest' as const) : null,
      },
    }),
    said: 'Saved',
    touches: [settings, events],
  });
  const disabled = !permission.allowed;
  const hasConsent = form.values.reference.trim() !== '';
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A program posts with two accounts, an amount and a narrative. What it does not say comes from here, and its answer and the log
          name what was filled in.
        </Text>
        <TextInput
          label="Standing consent"
          description="Where it is written down, for example a resolution of the board. Empty: every request gives its consent itself."
          placeholder="No standing consent"
          maxLength={CONSENT_REFERENCE_LENGTH_MAX}
          autoComplete="off"
          disabled={disabled}
          {...form.getInputProps('reference')}
        />
        {hasConsent ? (
          <TextInput
            label="Scope"
            description="What it allows; several with commas between them."
            autoComplete="off"
            disabled={disabled}
            {...form.getInputProps('scope')}
          />
        ) : null}
        <Switch
          label="Use the newest FX snapshot where several currencies are posted"
          description="Postings of one currency need none. Off: a request of several currencies names its snapshot."
          disabled={disabled}
          {...form.getInputProps('latest', { type: 'checkbox' })}
        />
        <Group>
          <GuardedButton type="submit" permission={permission} loading={save.isPending}>
            Save
          </GuardedButton>
          {current.consent === null ? null : (
            <Text size="xs" c="dimmed" component="div">
              Consent given <Timestamp at={current.consent.granted_at} />
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

const scopesOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
