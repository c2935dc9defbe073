// Proofs that the log holds an event and only ever grew: RFC 9162 over `event_hash`, fixed by anchors that a witness outside has.
import * as z from 'zod';
import { limit, Sha256Hex, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

export const ANCHORS_LIST_MAX = 500;

const Seq = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const Anchor = z.object({
  id: z.string(),
  /** The hour it was made for; null where it was asked for. */
  hour: z.string().nullable(),
  from_seq: z.number().int(),
  /** Leaves of the tree: every event up to and with this seq. */
  to_seq: z.number().int(),
  root_hash: Sha256Hex,
  /** The C2SP checkpoint as it was signed. */
  checkpoint: z.string(),
  kid: z.string(),
  created_at: z.string(),
  /** Whether a witness outside of the log has it. */
  anchored: z.boolean(),
  anchored_at: z.string().nullable(),
  /** Where the witness has it: `rfc3161:…` or `sha256:…`. */
  anchor_ref: z.string().nullable(),
  /** The RFC 3161 token over the checkpoint, DER in base64. */
  time_stamp: z.string().nullable(),
});
export type Anchor = z.output<typeof Anchor>;

export const anchors = {
  list: route({
    method: 'GET',
    path: '/api/v1/anchors',
    summary: 'Anchors of the log, newest first',
    needs: 'member',
    query: z.strictObject({
      limit: limit(ANCHORS_LIST_MAX, 100),
      /** Only anchors with a smaller `to_seq`: the next page. */
      before: Seq.optional(),
    }),
    ok: z.object({ anchors: z.array(Anchor) }),
  }),
  /** Answers the anchor there is where the log has not grown since. */
  make: route({
    method: 'POST',
    path: '/api/v1/anchors',
    summary: 'Anchor the log as it is now',
    needs: 'owner',
    // Witnesses what was done, and changes nothing of it.
    evenReadOnly: true,
    body: z.strictObject({}).default({}),
    ok: z.object({ anchor: Anchor, made: z.boolean() }),
    codes: ['FORBIDDEN'],
  }),
  consistency: route({
    method: 'GET',
    path: '/api/v1/anchors/consistency',
    summary: 'Prove that the log of one anchor grew to that of another',
    needs: 'member',
    query: z.strictObject({ from: Uuid, to: Uuid }),
    ok: z.object({ from: Anchor, to: Anchor, path: z.array(Sha256Hex) }),
    codes: ['NOT_FOUND'],
  }),
  /** Against the anchor that is named, else the first that covers the event, else the log as it is now. */
  proof: route({
    method: 'GET',
    path: '/api/v1/events/:seq/proof',
    summary: 'Prove that the log holds an event',
    needs: 'member',
    params: z.strictObject({ seq: Seq }),
    query: z.strictObject({ anchor: Uuid.optional() }),
    ok: z.object({
      seq: z.number().int(),
      event_hash: Sha256Hex,
      /** SHA-256(0x00 ‖ event_hash). */
      leaf_hash: Sha256Hex,
      /** From 0: seq − 1. */
      leaf_index: z.number().int(),
      tree_size: z.number().int(),
      root_hash: Sha256Hex,
      path: z.array(Sha256Hex),
      anchor: Anchor.nullable(),
    }),
    codes: ['NOT_FOUND'],
  }),
} as const;
