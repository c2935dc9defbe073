// What lists read out of an intent's payload. A payload is data of the past: everything in it is optional here.
import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import * as z from 'zod';

const text = z.string().optional().catch(undefined);
const Row = z.object({
  amount: text,
  currency: text,
  narrative: text,
  // As posted or held, by id; as requested, by code or id.
  debit_account_id: text,
  credit_account_id: text,
  debitAccount: text,
  creditAccount: text,
});
export type PayloadRow = z.output<typeof Row>;

const PolicyResult = z.object({
  control_id: z.string(),
  version: z.number(),
  hook: z.string(),
  answer: z.union([z.boolean(), z.number()]).nullable(),
  why: text,
});
export type PolicyResult = z.output<typeof PolicyResult>;

const Payload = z.object({
  intent_id: text,
  actor_id: text,
  use_case: text,
  value_date: text,
  fingerprint: text,
  evidence_ref: text,
  reason_code: text,
  error_code: text,
  reason: z.unknown().optional(),
  request: z.unknown().optional(),
  rows: z.array(Row).optional().catch(undefined),
  hold: z
    .object({ rows: z.array(Row).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  interest: z
    .object({
      account_id: text,
      month: text,
      days: z
        .array(z.object({ on: text }))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  revaluation: z.object({ period_code: text }).optional().catch(undefined),
  policies: z
    .object({ results: z.array(PolicyResult) })
    .optional()
    .catch(undefined),
  snapshot_ids: z.object({ fx: text.nullable() }).optional().catch(undefined),
});
export type IntentPayload = z.output<typeof Payload>;

const Request = z.object({
  proposed_actions: z.array(Row).optional().catch(undefined),
  consent: z
    .object({ scope: z.array(z.string()).catch([]), reference: text, granted_at: text, expires_at: text })
    .optional()
    .catch(undefined),
});

export const payloadOf = (event: Pick<LedgerEvent, 'payload'>): IntentPayload => Payload.parse(event.payload);

export const requestOf = (payload: IntentPayload): z.output<typeof Request> => Request.catch({}).parse(payload.request ?? {});

export interface Amount {
  readonly currency: string;
  readonly amountE8: bigint;
}

/** As posted, else as reserved, else as requested. */
export const rowsOf = (payload: IntentPayload): readonly PayloadRow[] =>
  [payload.rows, payload.hold?.rows, requestOf(payload).proposed_actions].find((rows) => rows !== undefined && rows.length > 0) ?? [];

/** What its rows say, each narrative once. */
export const narrativesOf = (payload: IntentPayload): readonly string[] => [
  ...new Set(rowsOf(payload).flatMap(({ narrative = '' }) => (narrative === '' ? [] : [narrative]))),
];

/** The rows of an intent as amounts. */
export function amountsOf(payload: IntentPayload): readonly Amount[] {
  const rows = rowsOf(payload);
  return rows.flatMap((r) => {
    const amountE8 = parseAmountE8(r.amount ?? '');
    return amountE8 === null || r.currency === undefined ? [] : [{ currency: r.currency, amountE8 }];
  });
}

/** Why an intent was refused: the code, from whichever field carries it. */
export const reasonOf = (payload: IntentPayload): string =>
  payload.reason_code ?? payload.error_code ?? (typeof payload.reason === 'string' ? payload.reason : '');
