import { CONTROL_SPEC_INVALID, type Control, controls } from '@countinghouse/contract/features/controls';
import { events } from '@countinghouse/contract/features/events';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Code, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { formatJson, readJsonObject } from '../../lib/values/text/json-text.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { JsonField } from '../../ui/form/json/JsonField.tsx';

const START = formatJson({ attest_every_days: 30, owner: '', steps: [] });

interface Values {
  name: string;
  spec: string;
}

/** The server names a place within the spec; here it is one field. */
function faultsOf(error: unknown): Record<string, string> {
  return Object.fromEntries(
    [...fieldFaultsOf(error)].map(([path, message]) =>
      path.startsWith('spec.') ? ['spec', `${path.slice('spec.'.length)}: ${message}`] : [path, message],
    ),
  );
}

interface ControlModalProps {
  /** The control that gets a new version; null for a new one. */
  readonly control: Control | null;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Create a control, or the next version of one. To be shown while it is open only. */
export function ControlModal({ control, onClose, onSaved }: ControlModalProps) {
  const permission = useWritePermission(controls.register);
  const form = useForm<Values>({
    initialValues: { name: control?.name ?? '', spec: control === null ? START : formatJson(control.spec) },
    validate: {
      name: (name) => (name.trim() === '' ? 'Name is required' : null),
      spec: (text) => ('value' in readJsonObject(text) ? null : CONTROL_SPEC_INVALID),
    },
  });
  const save = useAct(
    ({ name, spec }: Values) => {
      const read = readJsonObject(spec);
      return call(controls.register, { body: { id: control?.id ?? crypto.randomUUID(), name, spec: 'value' in read ? read.value : {} } });
    },
    {
      said: ({ control: saved }) => (control === null ? 'Control created' : `Version ${saved.version} saved`),
      touches: [controls, events],
      form,
      faults: faultsOf,
      held: onClose,
      done: ({ control: saved }) => onSaved(saved.id),
    },
  );
  return (
    <FormModal
      opened
      title={control === null ? 'New control' : `New version of ${control.name}`}
      submitLabel={control === null ? 'Create control' : 'Save version'}
      busy={save.isPending}
      permission={permission}
      size={620}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label="Name" withAsterisk data-autofocus maxLength={LABEL_LENGTH_MAX} autoComplete="off" {...form.getInputProps('name')} />
      <JsonField
        label="Spec"
        description={
          <>
            What must hold, as JSON. <Code>attest_every_days</Code> says how often it is attested; <Code>hook</Code> and <Code>expr</Code>{' '}
            make it a policy.
          </>
        }
        value={form.values.spec}
        error={form.errors['spec']}
        onChange={(text) => form.setFieldValue('spec', text)}
      />
    </FormModal>
  );
}
