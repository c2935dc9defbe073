import { events } from '@countinghouse/contract/features/events';
import { Frequency, schedules } from '@countinghouse/contract/features/schedules';
import type { Template } from '@countinghouse/contract/features/templates';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Group, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { today } from '../../lib/values/time.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { ContentRows } from '../../ui/table/ContentRows.tsx';

interface FormValues {
  templateId: string | null;
  name: string;
  frequency: Frequency;
  startOn: string;
  endOn: string | null;
}

interface NewScheduleModalProps {
  readonly opened: boolean;
  readonly templates: readonly Template[];
  /** The template it begins with. */
  readonly templateId: string | undefined;
  readonly onClose: () => void;
}

const isOpen = (template: Template): boolean => template.rows.some((r) => r.amount === null);

export function NewScheduleModal({ opened, templates, templateId, onClose }: NewScheduleModalProps) {
  const permission = useWritePermission(schedules.create);
  const form = useForm<FormValues>({
    initialValues: { templateId: null, name: '', frequency: 'monthly', startOn: today(new Date()), endOn: null },
    validate: {
      templateId: (value) => (value === null ? 'Choose a template' : null),
      name: (value) => (value.trim() === '' ? 'Name is required' : null),
      startOn: (value) => (value === '' ? 'Choose a date' : null),
      endOn: (value, values) => (value !== null && value < values.startOn ? 'Use a date on or after the first day.' : null),
    },
  });
  const chosen = templates.find((t) => t.id === form.values.templateId);
  const choose = (id: string | null): void => {
    const next = templates.find((t) => t.id === id);
    form.setValues({ templateId: id, ...(next === undefined ? {} : { name: next.name }) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form begins anew with what it is opened with
  useEffect(() => {
    if (opened && templateId !== undefined && templates.length > 0) choose(templateId);
  }, [opened, templateId, templates.length]);
  const create = useAct(
    ({ name, frequency, startOn, endOn }: FormValues) => {
      if (chosen === undefined) throw new Error('no template is chosen');
      const { id, use_case, constraints, rows } = chosen;
      return call(schedules.create, {
        body: { name, template_id: id, use_case, constraints, rows: [...rows], frequency, start_on: startOn, end_on: endOn },
      });
    },
    {
      said: 'Recurring intent created',
      touches: [schedules, events],
      form,
      close: onClose,
      failed: (error) => {
        const { start_on: startOn, end_on: endOn, ...others } = formErrorsOf(error);
        form.setErrors({ ...others, ...(startOn === undefined ? {} : { startOn }), ...(endOn === undefined ? {} : { endOn }) });
      },
    },
  );
  return (
    <FormModal
      opened={opened}
      title="New recurring intent"
      submitLabel="Create recurring intent"
      busy={create.isPending}
      permission={permission}
      size={520}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <Select
        label="Template"
        withAsterisk
        searchable
        data-autofocus
        placeholder={templates.length === 0 ? 'Save a template first' : 'Choose what is posted'}
        nothingFoundMessage="No such template"
        data={templates.map((t) => ({ value: t.id, label: t.name, disabled: isOpen(t) }))}
        description="What posts by itself needs its amounts. Its rows are copied: changing the template later changes nothing here."
        value={form.values.templateId}
        error={form.errors['templateId']}
        onChange={choose}
      />
      {chosen === undefined ? null : <ContentRows rows={chosen.rows} />}
      <TextInput label="Name" withAsterisk maxLength={LABEL_LENGTH_MAX} autoComplete="off" {...form.getInputProps('name')} />
      <Group grow align="flex-start">
        <Select label="Every" withAsterisk allowDeselect={false} data={frequencies} {...form.getInputProps('frequency')} />
        <DayField
          label="First day"
          withAsterisk
          value={form.values.startOn}
          error={form.errors['startOn']}
          onChange={(value) => form.setFieldValue('startOn', value ?? '')}
        />
        <DayField
          label="Last day"
          placeholder="None"
          clearLabel="No last day"
          value={form.values.endOn ?? undefined}
          error={form.errors['endOn']}
          onChange={(value) => form.setFieldValue('endOn', value ?? null)}
        />
      </Group>
      <Text size="xs" c="dimmed">
        It posts in your name, with your rights, each day once; days are those of UTC.
      </Text>
    </FormModal>
  );
}

const words: Readonly<Record<Frequency, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
};
const frequencies = Frequency.options.map((value) => ({ value, label: words[value] }));
