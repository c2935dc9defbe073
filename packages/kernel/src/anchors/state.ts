/** What the state of an organisation keeps of it. */
export interface AnchorsPart {
  /** The size of the last anchor that an event records; 0 before the first. */
  anchorsRecordedTo: number;
}

export const anchorsPart = (): AnchorsPart => ({
  anchorsRecordedTo: 0,
});
