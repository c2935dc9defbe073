import type { CommandRows } from '../ledger/slice.ts';
import type { CloseTaskCommand } from './commands.ts';
import { decideAddCloseTasks, decideRemoveCloseTask, decideSayCloseTask, decideSetCloseTemplate } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'close_template.set': { decide: decideSetCloseTemplate, grant: 'none' },
  'close_tasks.add': { decide: decideAddCloseTasks, grant: 'admin' },
  'close_task.finish': { decide: decideSayCloseTask, grant: 'admin' },
  'close_task.undo': { decide: decideSayCloseTask, grant: 'admin' },
  'close_task.remove': { decide: decideRemoveCloseTask, grant: 'admin' },
} satisfies CommandRows<CloseTaskCommand>;

export const closeTasks = { commands, events: evolve };
