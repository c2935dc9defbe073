import {
  CLOSE_TASK_GROUP_LENGTH_MAX,
  CLOSE_TASK_TITLE_LENGTH_MAX,
  type CloseTask,
  closeTasks,
} from '@countinghouse/contract/features/close-tasks';
import { events } from '@countinghouse/contract/features/events';
import { Autocomplete, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { OwnerSelect } from './OwnerSelect.tsx';

interface FormValues extends Pick<CloseTask, 'title' | 'owner_id' | 'owner_role' | 'due_on'> {
  /** As it was typed; null: the first that there is. */
  readonly group: string | null;
}

interface AddTaskProps {
  readonly periodId: string;
  /** The last day of the period. */
  readonly end: string;
  readonly groups: readonly string[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** One more thing to do in this period. */
export function AddTask({ periodId, end, groups, opened, onClose }: AddTaskProps) {
  const permission = useWritePermission(closeTasks.add);
  const groupOf = ({ group }: Pick<FormValues, 'group'>): string => group ?? groups[0] ?? '';
  const form = useForm<FormValues>({
    initialValues: { title: '', group: null, owner_id: null, owner_role: null, due_on: end },
    validate: {
      title: (value) => (value.trim() === '' ? 'Say what is to be done.' : null),
      group: (_, values) => (groupOf(values).trim() === '' ? 'Choose a group, or name a new one.' : null),
      due_on: (value) => (value === '' ? 'Choose a day.' : null),
    },
  });
  const add = useWrite(closeTasks.add, {
    input: (values: FormValues) => ({ params: { id: periodId }, body: { ...values, group: groupOf(values) } }),
    said: 'Task added',
    touches: [closeTasks, events],
    form,
    close: onClose,
  });
  return (
    <FormModal
      opened={opened}
      title="Add a task"
      submitLabel="Add task"
      permission={permission}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <TextInput label="Task" withAsterisk data-autofocus maxLength={CLOSE_TASK_TITLE_LENGTH_MAX} {...form.getInputProps('title')} />
      <Autocomplete
        label="Group"
        withAsterisk
        data={[...groups]}
        maxLength={CLOSE_TASK_GROUP_LENGTH_MAX}
        {...form.getInputProps('group')}
        value={groupOf(form.values)}
      />
      <OwnerSelect label="Whose" value={form.values} onChange={({ owner_id, owner_role }) => form.setValues({ owner_id, owner_role })} />
      <DayField
        label="Due"
        withAsterisk
        value={form.values.due_on}
        error={form.errors['due_on']}
        onChange={(day) => form.setFieldValue('due_on', day ?? '')}
      />
    </FormModal>
  );
}
