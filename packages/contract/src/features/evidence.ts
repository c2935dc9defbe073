// The evidence vault: for every intent that came to its end, and every published period, one bundle that says how, written after
// the commit and kept under its SHA-256.
import * as z from 'zod';
import { limit, PresignedQuery, Sha256Hex, Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { IntentId } from './intents.ts';

// Source: specification §9: the latest 100.
export const EVIDENCE_LIST_MAX = 100;
export const EVIDENCE_PREVIEW = 5;
/** Of `uri`. Source: decision 0039. */
export const EVIDENCE_ADDRESS_SECONDS = 300;

export const EvidenceBundle = z.object({
  id: z.string(),
  /** null for what is about no intent. */
  intent_id: z.string().nullable(),
  /** What events call it by (`evidence_ref`): `intents/<intent_id>`, `periods/<period_code>`. */
  name: z.string(),
  /** What the rows of the intent say, each narrative once; null where they say nothing, and for what is about no intent. */
  narrative: z.string().nullable(),
  /** Sums of its rows, a currency each, as decimals. */
  amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** The event that decided. */
  seq: z.number().int(),
  content_sha256: Sha256Hex,
  content_type: z.string(),
  /** In bytes. */
  size: z.number().int(),
  created_at: z.string(),
  /** Hands out the content without a session for five minutes. */
  uri: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  /** The first anchor that covers its event; null while none does. */
  anchor: z.object({ id: z.string(), to_seq: z.number().int(), anchored: z.boolean() }).nullable(),
});
export type EvidenceBundle = z.output<typeof EvidenceBundle>;

const ofBundle = z.object({ id: Uuid });

export const evidence = {
  list: route({
    method: 'GET',
    path: '/api/internal/evidence/list',
    v1: { path: '/api/v1/evidence', page: { items: 'evidence', by: 'seq' } },
    summary: 'Evidence bundles, the latest first, and what waits to be written',
    needs: 'member',
    query: z.strictObject({
      limit: limit(EVIDENCE_LIST_MAX, EVIDENCE_LIST_MAX),
      /** Only bundles of this intent. */
      intent_id: IntentId.optional(),
      /** Only bundles of events before this seq: the next page. */
      before: z.coerce.number().int().min(1).optional(),
    }),
    ok: z.object({
      evidence: z.array(EvidenceBundle),
      /** Bundles still to be written, in the whole organisation; counted up to 10,000. */
      waiting: z.number().int(),
      /** Why the last tries to write failed, as a code of the catalogue; null while they do not. */
      failure: z.object({ code: z.string(), since: z.string(), tries: z.number().int() }).nullable(),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/internal/evidence/:id',
    v1: { path: '/api/v1/evidence/:id' },
    summary: 'An evidence bundle, with a new address',
    needs: 'member',
    params: ofBundle,
    ok: z.object({ evidence: EvidenceBundle }),
    codes: ['NOT_FOUND'],
  }),
  content: route({
    method: 'GET',
    path: '/api/internal/evidence/:id/content',
    v1: { path: '/api/v1/evidence/:id/content' },
    summary: 'The content of an evidence bundle, its hash checked before the first byte',
    needs: 'member',
    params: ofBundle,
    file: 'application/json',
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'EVIDENCE_DAMAGED', 'OBJECT_STORE_UNAVAILABLE', 'SERVER_CONFIG'],
  }),
  /** Where `uri` leads to: this bundle, and nothing else of the object that has it. */
  open: route({
    method: 'GET',
    path: '/api/evidence/:tenant_id/:id',
    summary: 'The content of an evidence bundle, for anybody who has its address',
    needs: 'anonymous',
    params: z.object({ tenant_id: Uuid, id: Uuid }),
    query: PresignedQuery,
    file: 'application/json',
    ok: z.unknown(),
    codes: ['ADDRESS_INVALID', 'ADDRESS_EXPIRED', 'NOT_FOUND', 'EVIDENCE_DAMAGED', 'OBJECT_STORE_UNAVAILABLE', 'SERVER_CONFIG'],
  }),
} as const;
