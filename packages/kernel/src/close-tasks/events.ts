/** What the ledger itself knows of a period. */
export type CloseCheck = 'bank_rows' | 'holds' | 'approvals' | 'imports' | 'revaluation' | 'locked' | 'published';

export type CloseTaskWords = {
  readonly title: string;
  readonly group: string;
  /** Whose task it is: a member's, or everybody's with a role; both null: nobody's. */
  readonly owner_id: string | null;
  readonly owner_role: 'owner' | 'member' | null;
  /** It is done when the ledger says so; null: when somebody says so. */
  readonly check: CloseCheck | null;
};

/** `due_days`: after the last day of the period, below zero before it. */
export type CloseTemplateTask = CloseTaskWords & { readonly due_days: number };
export type PeriodTask = CloseTaskWords & { readonly id: string; readonly due_on: string };

/** The tasks that each period begins with, all of them, in their order. */
export type CloseTemplateSet = { readonly tasks: readonly CloseTemplateTask[] };
export type CloseTasksAdded = { readonly period_id: string; readonly from_template: boolean; readonly tasks: readonly PeriodTask[] };
export type CloseTaskNamed = { readonly id: string };
/** Tasks of one period whose owners are told that they are late: of each task once. */
export type CloseTasksLate = { readonly period_id: string; readonly ids: readonly string[] };

export interface CloseTaskEvents {
  readonly 'close_template.set': CloseTemplateSet;
  readonly 'close_tasks.added': CloseTasksAdded;
  readonly 'close_task.done': CloseTaskNamed;
  readonly 'close_task.undone': CloseTaskNamed;
  readonly 'close_task.removed': CloseTaskNamed;
  readonly 'close_tasks.late': CloseTasksLate;
}
