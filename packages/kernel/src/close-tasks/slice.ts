import type { CommandRows } from '../ledger/slice.ts';
import type { CloseTaskCommand } from './commands.ts';
import {
  decideAddCloseTasks,
  decideRemoveCloseTask,
  decideSayCloseTask,
  decideSetCloseTemplate,
  decideTellLateCloseTasks,
} from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'close_template.set': { decide: decideSetCloseTemplate, grant: 'none' },
  'close_tasks.add': { decide: decideAddCloseTasks, grant: 'none' },
  'close_task.finish': { decide: decideSayCloseTask, grant: 'none' },
  'close_task.undo': { decide: decideSayCloseTask, grant: 'none' },
  'close_task.remove': { decide: decideRemoveCloseTask, grant: 'none' },
  'close_tasks.tell_late': { decide: decideTellLateCloseTasks, grant: 'none' },
} satisfies CommandRows<CloseTaskCommand>;

export const closeTasks = { commands, events: evolve };
