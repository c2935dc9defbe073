// What intents are made from: saved rows, to be filled in and posted, or posted by a schedule.
import * as z from 'zod';
import { AmountText, Currency, Done, JsonRecord, LABEL_LENGTH_MAX, requiredText, text, Uuid } from '../fields.ts';
import { AccountReference } from '../row-filters.ts';
import { route } from '../wire.ts';
import { INTENT_ROWS_MAX, INTENT_USE_CASE, NARRATIVE_LENGTH_MAX } from './intents.ts';

export const TemplateRow = z.strictObject({
  debitAccount: AccountReference,
  creditAccount: AccountReference,
  /** Left out or null: filled in by whoever uses the template. */
  amount: AmountText.refine((t) => /[1-9]/.test(t), 'The amount must not be zero.').nullish(),
  currency: Currency,
  narrative: text(NARRATIVE_LENGTH_MAX).default(''),
});

/** What follows another intent cannot be made from a template: it names its own. */
const useCases = 'Use a name of your own, or hold.';
export const IntentContent = z.strictObject({
  use_case: requiredText(64, 'Use case')
    .refine((name) => !['capture', 'void', 'reversal'].includes(name), useCases)
    .default(INTENT_USE_CASE),
  constraints: JsonRecord.default({}),
  rows: z.array(TemplateRow).min(1, 'Add at least one row.').max(INTENT_ROWS_MAX, `Use at most ${INTENT_ROWS_MAX} rows.`),
});
export type IntentContent = z.output<typeof IntentContent>;

export const TemplateName = requiredText(LABEL_LENGTH_MAX, 'Name');
export const NewTemplate = z.strictObject({ name: TemplateName, ...IntentContent.shape });

export const Template = z.object({
  id: z.string(),
  name: z.string(),
  use_case: z.string(),
  constraints: z.record(z.string(), z.unknown()),
  rows: z.array(
    z.object({
      debitAccount: z.string(),
      creditAccount: z.string(),
      amount: z.string().nullable(),
      currency: z.string(),
      narrative: z.string(),
    }),
  ),
  saved_at: z.string(),
  saved_by: z.string(),
});
export type Template = z.output<typeof Template>;

const one = z.object({ template: Template });

export const templates = {
  list: route({
    method: 'GET',
    path: '/api/internal/templates/list',
    v1: { path: '/api/v1/templates' },
    summary: 'Intent templates by name',
    needs: 'member',
    query: z.strictObject({ q: text(LABEL_LENGTH_MAX).optional() }),
    ok: z.object({ templates: z.array(Template) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/templates',
    v1: { path: '/api/v1/templates' },
    summary: 'Save an intent template',
    needs: 'member',
    grant: 'admin',
    body: NewTemplate,
    ok: one,
    codes: ['CODE_TAKEN'],
  }),
  replace: route({
    method: 'POST',
    path: '/api/internal/templates/:id',
    v1: { path: '/api/v1/templates/:id' },
    summary: 'Replace an intent template as a whole',
    needs: 'member',
    grant: 'admin',
    params: z.object({ id: Uuid }),
    body: NewTemplate,
    ok: one,
    codes: ['NOT_FOUND', 'CODE_TAKEN'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/internal/templates/:id',
    v1: { path: '/api/v1/templates/:id' },
    summary: 'Remove an intent template; what was made from it stays',
    needs: 'member',
    grant: 'admin',
    params: z.object({ id: Uuid }),
    ok: Done,
    codes: ['NOT_FOUND'],
  }),
} as const;
