import type { Actor } from '../ledger/actor.ts';
import type { CloseTemplateTask, PeriodTask } from './events.ts';

export interface SetCloseTemplate {
  readonly type: 'close_template.set';
  readonly actor: Actor;
  readonly tasks: readonly CloseTemplateTask[];
}

export interface AddCloseTasks {
  readonly type: 'close_tasks.add';
  readonly actor: Actor;
  readonly periodId: string;
  /** The tasks are those of the template: a period takes them once. */
  readonly fromTemplate: boolean;
  readonly tasks: readonly PeriodTask[];
}

export interface FinishCloseTask {
  readonly type: 'close_task.finish';
  readonly actor: Actor;
  readonly id: string;
}

export interface UndoCloseTask {
  readonly type: 'close_task.undo';
  readonly actor: Actor;
  readonly id: string;
}

export interface RemoveCloseTask {
  readonly type: 'close_task.remove';
  readonly actor: Actor;
  readonly id: string;
}

/** Given by the system: their day is over, and the ledger does not know them to be done. */
export interface TellLateCloseTasks {
  readonly type: 'close_tasks.tell_late';
  readonly actor: Actor;
  readonly periodId: string;
  /** At least one, each once. */
  readonly ids: readonly string[];
}

export type CloseTaskCommand = SetCloseTemplate | AddCloseTasks | FinishCloseTask | UndoCloseTask | RemoveCloseTask | TellLateCloseTasks;
