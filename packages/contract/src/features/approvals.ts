// What waits for a second person: intents of high risk, changes that four eyes must see, periods to open again.
import * as z from 'zod';
import { Done, ErrorBody, limit, Sha256Hex, text, Uuid } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { HeldFor } from '../intent-preview.ts';
import { Minor } from '../minor.ts';
import { route } from '../wire.ts';
import { LedgerEvent } from './events.ts';
import { PostedRow } from './holds.ts';
import { Receipt } from './intents.ts';

// Source: specification §2, §9; product design, Control; decision 0028.
export const APPROVALS_LIST_MAX = 500;
export const APPROVALS_PAGE_SIZE = 50;
export const APPROVAL_LIFE_DAYS = 7;
export const COMMENT_LENGTH_MAX = 500;

export const ApprovalStatus = z.enum(['pending', 'approved', 'rejected']);
export type ApprovalStatus = z.output<typeof ApprovalStatus>;
export const ApprovalKind = z.enum(['intent', 'change']);
export type ApprovalKind = z.output<typeof ApprovalKind>;

export const Approval = z.object({
  id: z.string(),
  kind: ApprovalKind,
  status: ApprovalStatus,
  /** Why it is held; once rejected, why: REJECTED, WITHDRAWN, EXPIRED, or the code of the guard that no longer held. */
  reason: z.string(),
  held_for: HeldFor,
  /** Of an intent its use case, of a change its command. */
  subject: z.string(),
  /** In few words, for a list: the accounts and narrative of its first row, or what the change says. */
  summary: z.string(),
  /** Of an intent what its rows come to, a currency each, as decimals; of a change none. */
  amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
  intent_id: z.string().nullable(),
  maker_id: z.string(),
  maker: z.string(),
  created_at: z.string(),
  created_seq: z.number().int(),
  expires_at: z.string(),
  payload_hash: z.string(),
  /** How many must approve, and how many did. */
  needed: z.number().int(),
  approved: z.number().int(),
  /** How many could decide it when it was asked; of a pending one by itself: how many can now. */
  eligible: z.number().int(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  decider: z.string().nullable(),
  comment: z.string().nullable(),
  /** Why the caller cannot decide it; null where they can. */
  barred: z.enum(['SELF_APPROVAL', 'FORBIDDEN', 'APPROVAL_ALREADY_DECIDED']).nullable(),
});
export type Approval = z.output<typeof Approval>;

/** Minor units, debit-positive, exact; `held` on the side that would fall, zero or more. */
const AccountEffect = z.object({
  id: z.string(),
  code: z.string(),
  currency: z.string(),
  minorUnits: z.number().int(),
  before: Minor,
  after: Minor,
  held_before: Minor,
  held_after: Minor,
});

/** What approving it would come to now. Others may post meanwhile: it is no promise. */
export const ApprovalPreview = z.object({
  outcome: z.enum(['done', 'broken']),
  /** The guard that does not hold any more. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  accounts: z.array(AccountEffect),
  /** Of a change: what it changes, in words. */
  changes: z.array(z.object({ what: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** Limits in force; `used` of the daily ones is what counts today (UTC), with what was proposed today and waits. */
  limits: z.array(z.object({ key: z.string(), value: z.string(), used: z.string().nullable() })),
  /** What policies say to it. */
  policies: z.array(z.object({ name: z.string(), verdict: z.string() })),
});
export type ApprovalPreview = z.output<typeof ApprovalPreview>;

export const Vote = z.object({ user_id: z.string(), name: z.string(), comment: z.string(), at: z.string(), seq: z.number().int() });

const params = z.object({ id: Uuid });
const Words = text(COMMENT_LENGTH_MAX).trim().default('');
const Decided = z.object({ approval: Approval, receipt: Receipt.nullable() });

export const approvals = {
  list: route({
    method: 'GET',
    path: '/api/internal/approvals/list',
    v1: { path: '/api/v1/approvals', page: { items: 'approvals', by: 'created_seq' } },
    summary: 'What waits for a second person, or waited, newest first',
    needs: 'member',
    query: z.strictObject({
      status: ApprovalStatus.optional(),
      /** Part of an id, an intent id, a use case or command, an account code or a narrative. */
      q: text(120).optional(),
      /** Only those asked for before this event: the next page. */
      before: z.coerce.number().int().min(1).optional(),
      limit: limit(APPROVALS_LIST_MAX, APPROVALS_PAGE_SIZE),
    }),
    /** `waiting`: how many are pending that the caller may decide, whatever the filter. `as_of`: the last event of the log when it was read. */
    ok: z.object({ approvals: z.array(Approval), waiting: z.number().int(), as_of: z.number().int() }),
  }),
  get: route({
    method: 'GET',
    path: '/api/internal/approvals/:id',
    v1: { path: '/api/v1/approvals/:id' },
    summary: 'What exactly waits, with its hash, and what approving it would come to now',
    needs: 'member',
    params,
    ok: z.object({
      approval: Approval,
      /** As it was hashed: SHA-256 of its canonical form (RFC 8785) is `payload_hash`. */
      payload: z.record(z.string(), z.unknown()),
      /** Of an intent, as they would be posted or reserved. */
      rows: z.array(PostedRow),
      votes: z.array(Vote),
      /** Null once it is decided. */
      preview: ApprovalPreview.nullable(),
      events: z.array(LedgerEvent),
    }),
    codes: ['NOT_FOUND'],
  }),
  approve: route({
    method: 'POST',
    path: '/api/internal/approvals/:id/approve',
    summary: 'Approve; with the last approval needed, all guards run again and it is done',
    needs: 'admin',
    params,
    body: z.strictObject({
      comment: Words,
      /** What the checker has seen; another than what waits is refused. */
      payload_hash: Sha256Hex.optional(),
    }),
    ok: Decided,
    also: { 422: Decided.extend(ErrorBody.shape) },
    codes: ['NOT_FOUND', 'FORBIDDEN', 'SELF_APPROVAL', 'APPROVAL_ALREADY_DECIDED'],
  }),
  approveSeen: route({
    method: 'POST',
    path: '/api/internal/approvals/:id/approve-seen',
    v1: { path: '/api/v1/approvals/:id/approve' },
    summary: 'Approve what was seen: the hash of it is required, and another than what waits is refused',
    needs: 'admin',
    params,
    body: z.strictObject({ comment: Words, payload_hash: Sha256Hex }),
    ok: Decided,
    also: { 422: Decided.extend(ErrorBody.shape) },
    codes: ['NOT_FOUND', 'FORBIDDEN', 'SELF_APPROVAL', 'APPROVAL_ALREADY_DECIDED'],
  }),
  reject: route({
    method: 'POST',
    path: '/api/internal/approvals/:id/reject',
    v1: { path: '/api/v1/approvals/:id/reject' },
    summary: 'Reject, with a reason',
    needs: 'admin',
    params,
    body: z.strictObject({ reason: Words }),
    ok: Decided,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'SELF_APPROVAL', 'APPROVAL_ALREADY_DECIDED'],
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/internal/approvals/:id/withdraw',
    v1: { path: '/api/v1/approvals/:id/withdraw' },
    summary: 'Take back what one asked for oneself',
    needs: 'member',
    params,
    ok: Decided,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'APPROVAL_ALREADY_DECIDED'],
  }),
  fourEyes: route({
    method: 'POST',
    path: '/api/internal/settings/four-eyes',
    summary:
      'Turn four eyes on or off: changes of limits, floors, controls, signing, allow lists, roles and defaults for programs then wait for another owner',
    needs: 'owner',
    body: z.strictObject({ on: z.boolean() }),
    ok: Done,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'FOUR_EYES_NEEDS_OWNERS', 'CHANGE_PENDING'],
  }),
} as const;
