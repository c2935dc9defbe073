// An intent by as few words as it takes: what is left out is filled in, and the answer says with what.
import { INTENT_ROWS_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { Currency, IsoDate, JsonRecord, requiredText, text } from './fields.ts';
import { IDEM_KEY_LENGTH_MAX, IntentConsent, IntentId, NARRATIVE_LENGTH_MAX, NonZeroAmount, shapeFaults } from './intent-fields.ts';
import { Metadata } from './metadata-fields.ts';
import { AccountReference } from './row-filters.ts';

/** Of a post that says nothing else. */
export const POST_USE_CASE = 'post';

const PostRow = z.strictObject({
  debit: AccountReference,
  credit: AccountReference,
  /** Negative posts the other way round; zero is refused. */
  amount: NonZeroAmount,
  /** Left out: that of the debit account. */
  currency: Currency.optional(),
  /** Left out: that of the post. */
  value_date: IsoDate.optional(),
  narrative: text(NARRATIVE_LENGTH_MAX).optional(),
});

const PostFields = z.strictObject({
  ...PostRow.partial().shape,
  /** In place of one debit, credit and amount: several rows, all posted or none. */
  rows: z.array(PostRow).max(INTENT_ROWS_MAX, `Use at most ${INTENT_ROWS_MAX} rows.`).optional(),
  /** May come in the header `idempotency-key` instead; both must then be equal. */
  idem_key: text(IDEM_KEY_LENGTH_MAX).min(1).optional(),
  /** Left out: the key itself where it can be one, else a digest of it. */
  intent_id: IntentId.optional(),
  use_case: requiredText(64, 'Use case').default(POST_USE_CASE),
  /** Left out: today, UTC. */
  value_date: IsoDate.optional(),
  constraints: JsonRecord.default({}),
  /** An FX snapshot. Left out: none where all rows are of one currency, else what an owner set for API keys. */
  fx_snapshot: text(64).min(1).optional(),
  /** Left out, with an API key: what an owner set for API keys. */
  consent: IntentConsent.optional(),
  metadata: Metadata.optional(),
});

/** The smallest has a debit, a credit, an amount and a narrative. What is left out is filled in, and the answer says with what. */
export const PostIntent = PostFields.superRefine((post, context) => {
  const at = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
  const { debit, credit, amount, currency, narrative, rows, use_case, constraints } = post;
  const single = { debit, credit, amount, currency, narrative };
  const isSingle = Object.values(single).some((value) => value !== undefined);
  if (isSingle && rows !== undefined) at('rows', 'Where there are rows, debit, credit, amount, currency and narrative stand in them.');
  if (isSingle && rows === undefined)
    for (const name of ['debit', 'credit', 'amount'] as const) if (post[name] === undefined) at(name, 'Required.');
  const proposed_actions = isSingle ? [single] : (rows ?? []);
  for (const { path, message } of shapeFaults({ use_case, constraints, proposed_actions }))
    at(path[0] === 'proposed_actions' ? 'rows' : path.join('.'), message);
}).meta({
  description: 'Two accounts, an amount and what it is for; the rest has defaults.',
  examples: [{ debit: 'PAYABLES', credit: 'BANK', amount: '12.50', narrative: 'Invoice 1001' }],
});

/** What of a post was filled in, as it was used. */
export const DefaultsUsed = z.object({
  value_date: z.string().optional(),
  /** Of each row that named none, in their order. */
  currencies: z.array(z.string()).optional(),
  consent: z.object({ scope: z.array(z.string()), reference: z.string(), granted_at: z.string(), expires_at: z.string() }).optional(),
  /** null: none, as all rows are of one currency. */
  fx_snapshot: z.string().nullable().optional(),
});
export type DefaultsUsed = z.output<typeof DefaultsUsed>;
