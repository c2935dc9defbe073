/** What the state of an organisation keeps of it. */
export interface PartiesPart {
  readonly partyIds: Set<string>;
}

export const partiesPart = (): PartiesPart => ({
  partyIds: new Set(),
});
