export interface CloseTaskState {
  readonly periodId: string;
  /** It is done when the ledger says so. */
  readonly isChecked: boolean;
  done: boolean;
  /** Its owners were told that it is late. */
  toldLate: boolean;
}

/** What the state of an organisation keeps of it. */
export interface CloseTasksPart {
  /** By id. */
  readonly closeTasks: Map<string, CloseTaskState>;
  /** How many each period has, by its id. */
  readonly closeTaskCounts: Map<string, number>;
  /** Periods that have taken theirs from the template. */
  readonly closeTasksTaken: Set<string>;
}

export const closeTasksPart = (): CloseTasksPart => ({
  closeTasks: new Map(),
  closeTaskCounts: new Map(),
  closeTasksTaken: new Set(),
});
