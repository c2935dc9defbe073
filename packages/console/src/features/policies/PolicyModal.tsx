import { controls } from '@countinghouse/contract/features/controls';
import { events } from '@countinghouse/contract/features/events';
import { POLICY_EXAMPLE, POLICY_TIME_MAX_MS, type Policy, policies } from '@countinghouse/contract/features/policies';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { formatJson, readJsonObject } from '../../lib/values/text/json-text.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { JsonField } from '../../ui/form/json/JsonField.tsx';
import { Evaluation } from './Evaluation.tsx';
import { placeInJson } from './place-in-json.ts';
import { asked, startOfTrial, TryOn } from './TryOn.tsx';

// Source: specification §6.
const SPEC_INVALID = 'Spec must be valid JSON';
/** How long after the last key a spec is tried. */
const TYPING_MS = 350;

interface PolicyModalProps {
  /** The policy that gets a new version; null for a new one. */
  readonly policy: Policy | null;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Register a policy, or its next version: written on the left, tried on the right while it is written. To be shown while it is open only. */
export function PolicyModal({ policy, onClose, onSaved }: PolicyModalProps) {
  const permission = useWritePermission(controls.register);
  const field = useRef<HTMLDivElement>(null);
  const [trial, setTrial] = useState(startOfTrial);
  const form = useForm({
    initialValues: { name: policy?.name ?? '', spec: formatJson(policy?.spec ?? POLICY_EXAMPLE) },
    validate: {
      name: (name) => (name.trim() === '' ? 'Name is required' : null),
      spec: (text) => ('value' in readJsonObject(text) ? null : SPEC_INVALID),
    },
  });
  const read = readJsonObject(form.values.spec);
  const spec = 'value' in read ? read.value : null;
  const [body] = useDebouncedValue({ spec, ...(policy === null ? {} : { control_id: policy.id }), ...asked(trial) }, TYPING_MS);
  const evaluated = useQuery({
    ...q(policies.evaluate, { body: { ...body, spec: body.spec ?? {} } }),
    enabled: body.spec !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const save = useWrite(controls.register, {
    input: (values: typeof form.values) => ({ body: { id: policy?.id ?? crypto.randomUUID(), name: values.name, spec: spec ?? {} } }),
    said: ({ control }) => (policy === null ? 'Policy registered' : `Version ${control.version} saved`),
    touches: [controls, events],
    form,
    faults: (error) => Object.fromEntries([...fieldFaultsOf(error)].map(([path, why]) => [path.startsWith('spec') ? 'spec' : path, why])),
    held: onClose,
    done: ({ control }) => onSaved(control.id),
  });
  const showFault = (line: number, column: number): void => {
    const area = field.current?.querySelector('textarea');
    const at = placeInJson(form.values.spec, line, column);
    if (area == null || at === null) return;
    area.focus();
    area.setSelectionRange(at, at + 1);
  };
  const expr = typeof spec?.['expr'] === 'string' ? spec['expr'] : null;
  return (
    <FormModal
      opened
      title={policy === null ? 'Register policy' : `New version of ${policy.name}`}
      submitLabel={policy === null ? 'Register policy' : 'Save version'}
      busy={save.isPending}
      permission={permission}
      size={1040}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack gap="sm">
          <TextInput
            label="Name"
            withAsterisk
            data-autofocus
            maxLength={LABEL_LENGTH_MAX}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <div ref={field}>
            <JsonField
              label="Spec"
              description="A hook, an expression in CEL, and max_rows where 500 rows would cost too much."
              value={form.values.spec}
              error={form.errors['spec']}
              onChange={(text) => form.setFieldValue('spec', text)}
            />
          </div>
          <Text size="xs" c="dimmed">
            Policies must be deterministic and finish within {POLICY_TIME_MAX_MS} ms. What has no answer refuses. Amounts are exact: compare
            them with integers or <code>decimal("1.50")</code>.
          </Text>
        </Stack>
        <Stack gap="sm">
          <TryOn trial={trial} onChange={(change) => setTrial((now) => ({ ...now, ...change }))} />
          <Evaluation
            expr={expr}
            evaluation={evaluated.data}
            error={evaluated.error}
            onRetry={() => void evaluated.refetch()}
            onShowFault={showFault}
          />
        </Stack>
      </SimpleGrid>
    </FormModal>
  );
}
