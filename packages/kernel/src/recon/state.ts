/** What decisions need of a source. */
export interface ReconSourceState {
  readonly accountId: string;
  readonly bankAccount: string | null;
}
