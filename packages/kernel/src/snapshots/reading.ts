/** The root of the tree over the first `size` events, hexadecimal. */
export interface RootReading {
  readonly size: number;
  readonly rootHash: string;
}
