// How far a check of a whole ledger is.

/** Hears what it is at and how many events are done; throws when the check is over for this process. */
export type Progress = (step: string, done: number) => Promise<void>;
