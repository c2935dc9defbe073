import {
  CLOSE_DUE_DAYS_MAX,
  CLOSE_DUE_DAYS_MIN,
  CLOSE_TASK_GROUP_LENGTH_MAX,
  CLOSE_TASK_TITLE_LENGTH_MAX,
  CLOSE_TEMPLATE_MAX,
  CloseCheck,
  type CloseTemplateTask,
  closeTasks,
} from '@countinghouse/contract/features/close-tasks';
import { events } from '@countinghouse/contract/features/events';
import { ActionIcon, Autocomplete, Button, Group, NumberInput, Select, Skeleton, TextInput } from '@mantine/core';
import { IconArrowLeft, IconChecklist, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './CloseTasks.module.css';
import { OwnerSelect } from './OwnerSelect.tsx';
import { checkWords, usualTasks } from './tasks.ts';

const checks = CloseCheck.options.map((value) => ({ value, label: checkWords[value] }));
const DUE_DAYS = 5;

/** A row of the form; `key`: its place stays its own while others come and go. */
interface Row extends CloseTemplateTask {
  readonly key: number;
}
const rowsOf = (tasks: readonly CloseTemplateTask[], from = 0): readonly Row[] => tasks.map((task, i) => ({ ...task, key: from + i }));

/** The tasks that each period begins with, all of them in one form. */
export function CloseTemplatePage() {
  const source = useQuery(q(closeTasks.template));
  return (
    <Page>
      <PageHeader
        title="Close tasks"
        description="What every period needs before and after it is closed. A period takes these tasks once; changing them here leaves its own as they are."
        actions={
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={14} />}
            renderRoot={(props) => <Link {...props} to={paths.periodClose} />}
          >
            Back to the periods
          </Button>
        }
      />
      {source.isError ? <ErrorState title="Could not load the tasks" error={source.error} onRetry={() => void source.refetch()} /> : null}
      {source.isPending ? <Skeleton height={320} aria-label="Loading" /> : null}
      {source.data === undefined ? null : <TemplateForm tasks={source.data.tasks} />}
    </Page>
  );
}

function TemplateForm({ tasks }: { readonly tasks: readonly CloseTemplateTask[] }) {
  const permission = useWritePermission(closeTasks.setTemplate);
  const [rows, setRows] = useState(() => rowsOf(tasks));
  const [nextKey, setNextKey] = useState(tasks.length);
  const isWhole = rows.every((row) => row.title.trim() !== '' && row.group.trim() !== '');
  const save = useWrite(closeTasks.setTemplate, {
    input: () => ({ body: { tasks: rows.map(({ key: _, ...task }) => task) } }),
    said: 'Saved',
    touches: [closeTasks, events],
  });
  const add = (more: readonly CloseTemplateTask[]): void => {
    setRows([...rows, ...rowsOf(more, nextKey)]);
    setNextKey(nextKey + more.length);
  };
  const change = (key: number, to: Partial<CloseTemplateTask>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  const addOne = (): void =>
    add([{ title: '', group: rows.at(-1)?.group ?? '', owner_id: null, owner_role: null, check: null, due_days: DUE_DAYS }]);
  const groups = [...new Set(rows.map((row) => row.group).filter((group) => group !== ''))];
  const disabled = !permission.allowed;
  return (
    <Panel
      title={rows.length === 1 ? '1 task' : `${rows.length} tasks`}
      flush
      aside={
        <Group gap="xs">
          <GuardedButton
            variant="default"
            permission={rows.length < CLOSE_TEMPLATE_MAX ? permission : { allowed: false, reason: `At most ${CLOSE_TEMPLATE_MAX} tasks.` }}
            leftSection={<IconPlus size={14} />}
            onClick={addOne}
          >
            Add a task
          </GuardedButton>
          <GuardedButton
            permission={permission.allowed && !isWhole ? { allowed: false, reason: 'Each task needs words and a group.' } : permission}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Save
          </GuardedButton>
        </Group>
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          icon={IconChecklist}
          title="No task yet"
          action={
            <GuardedButton permission={permission} variant="default" onClick={() => add(usualTasks)}>
              Begin with the usual tasks
            </GuardedButton>
          }
        >
          Bank, postings, review, lock and statement: change them as you need.
        </EmptyState>
      ) : null}
      {rows.map((row, i) => (
        <fieldset key={row.key} className={classes['row']} aria-label={`Task ${i + 1}`} disabled={disabled}>
          <TextInput
            style={{ gridArea: 'words' }}
            label="Task"
            maxLength={CLOSE_TASK_TITLE_LENGTH_MAX}
            value={row.title}
            onChange={(event) => change(row.key, { title: event.currentTarget.value })}
          />
          <Autocomplete
            style={{ gridArea: 'group' }}
            label="Group"
            data={groups}
            maxLength={CLOSE_TASK_GROUP_LENGTH_MAX}
            value={row.group}
            onChange={(group) => change(row.key, { group })}
          />
          <OwnerSelect
            style={{ gridArea: 'whose' }}
            label="Whose"
            value={row}
            disabled={disabled}
            onChange={(owner) => change(row.key, owner)}
          />
          <NumberInput
            style={{ gridArea: 'due' }}
            label="Due, days"
            min={CLOSE_DUE_DAYS_MIN}
            max={CLOSE_DUE_DAYS_MAX}
            allowDecimal={false}
            value={row.due_days}
            onChange={(days) => change(row.key, { due_days: typeof days === 'number' ? days : DUE_DAYS })}
          />
          <Select
            style={{ gridArea: 'check' }}
            label="Done when"
            placeholder="Somebody says so"
            clearable
            disabled={disabled}
            clearButtonProps={{ 'aria-label': `Somebody says so: task ${i + 1}` }}
            data={checks}
            value={row.check}
            onChange={(check) => change(row.key, { check: check as CloseCheck | null })}
          />
          <ActionIcon
            style={{ gridArea: 'drop' }}
            aria-label={`Remove task ${i + 1}`}
            mb={3}
            onClick={() => setRows(rows.filter((other) => other.key !== row.key))}
          >
            <IconTrash size={15} stroke={1.7} />
          </ActionIcon>
        </fieldset>
      ))}
    </Panel>
  );
}
