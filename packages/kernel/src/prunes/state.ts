/** What the state of an organisation keeps of it. */
export interface PrunesPart {
  /** Intents up to this event may have left the database; 0: none has. */
  prunedTo: number;
}

export const prunesPart = (): PrunesPart => ({
  prunedTo: 0,
});
