// Proofs that the log holds an event and only ever grew: RFC 9162 over `event_hash`, fixed by anchors, which witnesses may cosign.
import * as z from 'zod';
import { limit, Next, olderThan, Sha256Hex, Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { IntentId } from './intents.ts';

export const ANCHORS_LIST_MAX = 500;
/** C2SP tlog-proof names no media type: it is text. */
export const RECEIPT_TYPE = 'text/plain; charset=utf-8';
/** Source: RFC 9052 §2. */
export const COSE_TYPE = 'application/cose; cose-type="cose-sign1"';

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
  /** Whether somebody outside of the operator has it: an authority that gave it a time-stamp, or a witness that cosigned it. */
  anchored: z.boolean(),
  anchored_at: z.string().nullable(),
  /** Where it is kept outside of the database: `rfc3161:…` by an authority, or `sha256:…` in the object store; null: not yet. */
  anchor_ref: z.string().nullable(),
  /** The RFC 3161 token over the checkpoint, DER in base64. */
  time_stamp: z.string().nullable(),
  /** Witnesses that cosigned it, and when each says that it saw it. */
  cosignatures: z.array(z.object({ name: z.string(), at: z.string() })),
});
export type Anchor = z.output<typeof Anchor>;

/** What a receipt that travels says of its event: the event with all that its hashes are over, and the chain keys up to the one that signed. */
export const ReceiptExtra = z.strictObject({
  format: z.literal('countinghouse-receipt'),
  version: z.literal(1),
  tenant_id: z.guid(),
  event: z.strictObject({
    seq: z.number().int().positive(),
    event_id: z.string(),
    event_type: z.string(),
    event_ts: z.string(),
    actor_id: z.string(),
    /** The text that was hashed. */
    payload: z.string(),
    payload_hash: Sha256Hex,
    prev_hash: Sha256Hex,
    event_hash: Sha256Hex,
    signature: z.string().nullable(),
    hash_version: z.literal(1),
  }),
  /** The first signed at first; each later one is endorsed by the one before it. The last signed the receipt. */
  chain_keys: z
    .array(
      z.strictObject({
        kid: z.string(),
        public_jwk: z.record(z.string(), z.string()),
        endorsement: z.strictObject({ kid: z.string(), signature: z.string() }).optional(),
      }),
    )
    .min(1),
});
export type ReceiptExtra = z.output<typeof ReceiptExtra>;

/** That the log holds an event (RFC 9162 over `event_hash`). */
export const Inclusion = z.object({
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
});
export type Inclusion = z.output<typeof Inclusion>;

export const anchors = {
  list: route({
    method: 'GET',
    path: '/api/v1/anchors',
    summary: 'Anchors of the log, newest first',
    needs: 'member',
    query: z.strictObject({
      limit: limit(ANCHORS_LIST_MAX, 100),
      ...olderThan,
    }),
    /** `next`: the `to_seq` before which there may be more; null: there is none. */
    ok: z.object({ anchors: z.array(Anchor), next: Next }),
  }),
  /** Answers the anchor there is where the log has not grown since. */
  make: route({
    method: 'POST',
    path: '/api/v1/anchors',
    summary: 'Anchor the log as it is now',
    needs: 'owner',
    // It fixes what was done, and changes nothing of it.
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
    ok: Inclusion,
    codes: ['NOT_FOUND'],
  }),
  /**
   * A C2SP tlog-proof with the event in it, under the first anchor that covers it, else under the log as it is now, signed for this answer.
   * docs/reference/receipt-format.md
   */
  receipt: route({
    method: 'GET',
    path: '/api/v1/intents/:intent_id/proof',
    summary: 'The receipt of an intent as a file that anybody can check without asking us',
    needs: 'member',
    params: z.strictObject({ intent_id: IntentId }),
    file: RECEIPT_TYPE,
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'LOG_WENT_BACK'],
  }),
  /** The same as a COSE receipt (RFC 9942): the chain key of now signs the root of that checkpoint for this answer. */
  coseReceipt: route({
    method: 'GET',
    path: '/api/v1/intents/:intent_id/proof.cose',
    summary: 'The same receipt as a COSE receipt (RFC 9942)',
    needs: 'member',
    params: z.strictObject({ intent_id: IntentId }),
    file: COSE_TYPE,
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'LOG_WENT_BACK'],
  }),
} as const;
