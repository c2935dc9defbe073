// The chart of accounts. Its paths say `ledger-accounts`, as the specification does.
import { GL_CODE_LENGTH_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { codeText, requiredText, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

export { GL_CODE_LENGTH_MAX };

// Source: specification §3, §5, §9.
export const GL_TITLE_LENGTH_MAX = 120;
export const glClasses = { A: 'Asset', L: 'Liability', E: 'Equity', I: 'Income', X: 'Expense' } as const;
export const GlClass = z.enum(['A', 'L', 'E', 'I', 'X']);
export const NormalBalance = z.enum(['DR', 'CR']);

export const GlAccount = z.object({
  id: z.string(),
  code: z.string(),
  title: z.string(),
  class: GlClass,
  normalBalance: NormalBalance,
  parentId: z.string().nullable(),
  usageCount: z.number().int(),
});
export type GlAccount = z.output<typeof GlAccount>;

export const NewGlAccount = z
  .strictObject({
    code: codeText(GL_CODE_LENGTH_MAX),
    title: requiredText(GL_TITLE_LENGTH_MAX, 'Title'),
    /** With a parent it may be left out: a child has the class of its parent. */
    class: GlClass.optional(),
    /** Left out: that of the parent, at the top the usual one of the class. */
    normalBalance: NormalBalance.optional(),
    parentId: Uuid.nullish(),
  })
  .refine((a) => a.class !== undefined || (a.parentId !== undefined && a.parentId !== null), {
    path: ['class'],
    message: 'Choose a class, or a parent to take it from.',
  });

export const GlAccountChange = z
  .strictObject({
    title: requiredText(GL_TITLE_LENGTH_MAX, 'Title').optional(),
    /** null: it stands at the top. */
    parent_id: Uuid.nullable().optional(),
  })
  .refine((change) => change.title !== undefined || change.parent_id !== undefined, 'Say what is to change.');

export const glAccounts = {
  list: route({
    method: 'GET',
    path: '/api/internal/ledger-accounts/list',
    v1: { path: '/api/v1/gl-accounts' },
    summary: 'The chart of accounts',
    needs: 'member',
    ok: z.object({ gl: z.array(GlAccount) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/ledger-accounts/create',
    v1: { path: '/api/v1/gl-accounts' },
    summary: 'Add a GL account',
    needs: 'admin',
    grant: 'admin',
    body: NewGlAccount,
    ok: z.object({ gl: GlAccount }),
    codes: ['CODE_TAKEN', 'GL_ACCOUNT_NOT_FOUND', 'GL_CLASS_MISMATCH'],
  }),
  useStandardChart: route({
    method: 'POST',
    path: '/api/internal/ledger-accounts/standard-chart',
    v1: { path: '/api/v1/gl-accounts/standard-chart' },
    summary: 'Add what the chart of accounts lacks of the standard one',
    needs: 'admin',
    grant: 'admin',
    /** How many were added, and how many codes were there already and stay as they are. */
    ok: z.object({ created: z.number().int(), existing: z.number().int() }),
  }),
  change: route({
    method: 'PATCH',
    path: '/api/internal/ledger-accounts/:id',
    v1: { path: '/api/v1/gl-accounts/:id' },
    summary: 'Change what a GL account is called, or which one it stands below',
    needs: 'admin',
    grant: 'admin',
    params: z.object({ id: Uuid }),
    body: GlAccountChange,
    ok: z.object({ gl: GlAccount }),
    codes: ['NOT_FOUND', 'GL_ACCOUNT_NOT_FOUND', 'GL_CLASS_MISMATCH', 'VALIDATION_ERROR'],
  }),
  delete: route({
    method: 'POST',
    path: '/api/internal/ledger-accounts/:id/delete',
    v1: { path: '/api/v1/gl-accounts/:id/delete' },
    summary: 'Delete an unused GL account',
    needs: 'admin',
    grant: 'admin',
    params: z.object({ id: Uuid }),
    ok: z.object({ ok: z.literal(true) }),
    codes: ['NOT_FOUND', 'GL_ACCOUNT_IN_USE'],
  }),
} as const;
