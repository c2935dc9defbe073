/**
 * The anchors up to one over events 1 to `to_seq`, and the signed heads up to that seq: what is taken away from them, or put there, is not
 * what the log says. `anchors_sha256` is a digest over each anchor and its reference, chained to the digest before (hexadecimal).
 */
export type LogAnchored = {
  readonly to_seq: number;
  readonly anchors: number;
  readonly anchors_sha256: string;
  readonly heads: number;
};

export interface AnchorEvents {
  readonly 'log.anchored': LogAnchored;
}
