// Operational accounts: what postings move. (The chart of accounts is `gl-accounts`.)
import { CLEARING_REF } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { accountsPage } from '../accounts-page.ts';
import { ReportDay } from '../as-of.ts';
import {
  ACCOUNT_CODE_LENGTH_MAX,
  ACCOUNT_REFERENCE_LENGTH_MAX,
  CODE_LENGTH_MAX,
  Currency,
  codeText,
  limit,
  line,
  text,
  Uuid,
} from '../fields.ts';
import { HeldChange } from '../held.ts';
import { Metadata, MetadataFilter, MetadataKept } from '../metadata-fields.ts';
import { Minor } from '../minor.ts';
import { route } from '../wire.ts';

export { CLEARING_REF };

// Source: specification §3, §9.
export const ACCOUNT_KIND_LENGTH_MAX = 64;
export const EXTERNAL_REF_LENGTH_MAX = 120;
// Ours.
export const ACCOUNTS_SEARCH_LENGTH_MAX = 200;
/** Accounts that may be named at once. */
export const ACCOUNT_REFERENCES_MAX = 500;
export const CLOSE_REASON_LENGTH_MAX = 500;
export const ACCOUNT_TITLE_LENGTH_MAX = 120;
export const BALANCES_PREVIEW_SIZE = 5;
export const DEFAULT_ACCOUNT_CURRENCY = 'USD';
export const DEFAULT_ACCOUNT_KIND = 'operational';
export const SELECT_GL_ACCOUNT = 'Select a GL account to map this ledger account';

/** `amount`: it stands in `floor_minor`. */
const FloorKind = z.enum(['none', 'zero', 'amount']);

export const Account = z.object({
  id: z.string(),
  code: z.string(),
  title: z.string().nullable(),
  currency: z.string(),
  /** Minor units, debit-positive, exact: a decimal part only where a posting went below the minor unit. */
  balance: Minor,
  /** Decimals of the currency (ISO 4217). */
  minorUnits: z.number().int(),
  kind: z.string(),
  externalRef: z.string().nullable(),
  external_ref: z.string().nullable(),
  ledgerAccountId: z.string(),
  glCode: z.string(),
  glTitle: z.string(),
  normalBalance: z.enum(['DR', 'CR']),
  interestBucket: z.string().nullable(),
  /** The legal entity it belongs to, if any. */
  entityId: z.string().nullable(),
  entityCode: z.string().nullable(),
  /** The counterparty whose account it is, if any. */
  party_id: z.string().nullable(),
  floor: FloorKind,
  /** Minor units: what `available` may not fall below, a credit limit where it is below zero; null: nothing. */
  floor_minor: z.string().nullable(),
  closed: z.boolean(),
  /** What open holds reserve, minor units, zero or more. */
  held: Minor,
  /** The balance on the normal side less what is held, minor units: negative where it is overdrawn. */
  available: Minor,
});
export type Account = z.output<typeof Account>;

/** One account with its story. */
export const AccountDetail = Account.extend({
  /** Whether anything was ever posted to it: then it maps to its GL account for good. */
  posted: z.boolean(),
  created_at: z.string(),
  /** When and why it was closed; null while it is open. */
  closed_at: z.string().nullable(),
  closed_reason: z.string().nullable(),
  metadata: MetadataKept,
});
export type AccountDetail = z.output<typeof AccountDetail>;

export const CloseAccount = z.strictObject({ reason: text(CLOSE_REASON_LENGTH_MAX).trim().nullish() });

/** null: nobody's any more. */
export const AccountParty = z.strictObject({ party_id: Uuid.nullable() });

export const NewAccount = z.strictObject({
  code: codeText(CODE_LENGTH_MAX),
  currency: Currency.default(DEFAULT_ACCOUNT_CURRENCY),
  ledgerAccountId: z.string(SELECT_GL_ACCOUNT).min(1, SELECT_GL_ACCOUNT).pipe(Uuid),
  kind: line(ACCOUNT_KIND_LENGTH_MAX).min(1).default(DEFAULT_ACCOUNT_KIND),
  external_ref: line(EXTERNAL_REF_LENGTH_MAX).nullish(),
  floor: z.enum(['none', 'zero']).default('none'),
  /** The counterparty whose account it is. */
  party_id: Uuid.nullish(),
  metadata: Metadata.optional(),
});

/** Digits of minor units: with the decimals of any currency they stay within what an amount may have. */
const MINOR_DIGITS_MAX = 18;
const FloorMinor = z
  .string()
  .regex(new RegExp(`^-?\\d{1,${MINOR_DIGITS_MAX}}$`), 'Use a whole number of minor units, as text.')
  .meta({ description: 'What the available balance may not fall below, in minor units: `"-500000"` is a credit limit of 5,000.00 USD.' });
const AccountTitle = line(ACCOUNT_TITLE_LENGTH_MAX);
/** A GL account by id or code. */
const GlReference = line(ACCOUNT_REFERENCE_LENGTH_MAX).min(1, SELECT_GL_ACCOUNT);

export const OpenAccount = z.strictObject({
  /** Up to 64 letters, digits and `. _ : / -`, kept in upper case: room for a UUID or an IBAN. */
  code: codeText(ACCOUNT_CODE_LENGTH_MAX),
  title: AccountTitle.nullish(),
  currency: Currency.default(DEFAULT_ACCOUNT_CURRENCY),
  gl_account: GlReference,
  kind: line(ACCOUNT_KIND_LENGTH_MAX).min(1).default(DEFAULT_ACCOUNT_KIND),
  external_ref: line(EXTERNAL_REF_LENGTH_MAX).nullish(),
  /** Left out or null: it may fall to any balance. */
  floor_minor: FloorMinor.nullish(),
  /** The legal entity it is to belong to; in place of the active one. */
  entity: Uuid.optional(),
  /** The counterparty whose account it is. */
  party_id: Uuid.nullish(),
  metadata: Metadata.optional(),
});

export const AccountChange = z
  .strictObject({
    /** null, or empty: it has no title any more. */
    title: AccountTitle.nullable().optional(),
    /** The GL account that it is to map to. */
    gl_account: GlReference.optional(),
  })
  .refine((change) => change.title !== undefined || change.gl_account !== undefined, 'Say what is to change.');

/** null: it may fall to any balance. */
export const AccountFloor = z.strictObject({ floor_minor: FloorMinor.nullable() });

export const ListAccounts = z.strictObject({
  ...accountsPage,
  /** Words that are all somewhere in code, title, currency, kind, reference, GL code or GL title, in any case. */
  q: line(ACCOUNTS_SEARCH_LENGTH_MAX).optional(),
  currency: Currency.optional(),
  /** Those of one party. */
  party_id: Uuid.optional(),
  /** Only accounts with one of these ids, codes or external references. */
  references: z.array(line(ACCOUNT_REFERENCE_LENGTH_MAX)).max(ACCOUNT_REFERENCES_MAX).optional(),
});

/** Source: decision 0115. */
export const ACCOUNTS_LIST_MAX = 500;
const ACCOUNTS_LIST_DEFAULT = 100;
/** How many accounts one call looks at, by code and at most, before it answers with what it found and where to go on. Source: decision 0209. */
export const ACCOUNTS_SCANNED_MAX = 10_000;

export const ListedAccount = z.object({
  id: z.string(),
  code: z.string(),
  title: z.string().nullable(),
  currency: z.string(),
  kind: z.string(),
  external_ref: z.string().nullable(),
  gl_account_id: z.string(),
  gl_code: z.string(),
  normal_balance: z.enum(['DR', 'CR']),
  entity_id: z.string().nullable(),
  entity_code: z.string().nullable(),
  party_id: z.string().nullable(),
  floor: FloorKind,
  /** Minor units: what the available balance may not fall below; null: nothing. */
  floor_minor: z.string().nullable(),
  status: z.enum(['open', 'closed']),
  created_at: z.string(),
  /** Debit-positive decimal with eight places. */
  balance: z.string(),
  /** The same in minor units, exact: a decimal part only where a posting went below the minor unit. */
  balance_minor: z.string(),
  metadata: MetadataKept,
});
export type ListedAccount = z.output<typeof ListedAccount>;

/** Rules that an organisation may have. */
export const OPENING_RULES_MAX = 100;

export const OpeningRule = z.strictObject({
  /** What a code begins with; it goes on after it. Of two rules the one with the longer beginning counts. */
  prefix: codeText(ACCOUNT_CODE_LENGTH_MAX - 1),
  /** By id or code. */
  gl_account: GlReference,
  /** null: that of the row that names the account first. */
  currency: Currency.nullable().default(null),
  kind: line(ACCOUNT_KIND_LENGTH_MAX).min(1).default(DEFAULT_ACCOUNT_KIND),
  /** null: it may fall to any balance. Only with a currency, whose minor units these are; zero is zero in any. */
  floor_minor: FloorMinor.nullable().default(null),
  /** The legal entity that its accounts are to belong to. */
  entity: Uuid.nullable().default(null),
});
export type OpeningRule = z.output<typeof OpeningRule>;

const OpeningRules = z
  .array(OpeningRule)
  .max(OPENING_RULES_MAX, `Use at most ${OPENING_RULES_MAX} rules.`)
  .superRefine((rules, context) => {
    for (const [i, { currency, floor_minor }] of rules.entries())
      if (currency === null && floor_minor !== null && BigInt(floor_minor) !== 0n)
        context.addIssue({ code: 'custom', path: [i, 'floor_minor'], message: 'Name the currency of this floor.' });
  });

const accountFilters = {
  /** Accounts of this entity; in place of the active one. */
  entity: Uuid.optional(),
  /** The GL account that they map to, by id or code. */
  gl_account: line(ACCOUNT_REFERENCE_LENGTH_MAX).min(1).optional(),
  currency: Currency.optional(),
  /** Those of this party. */
  party_id: Uuid.optional(),
  /** What their codes begin with, in any case. */
  code_prefix: line(ACCOUNT_CODE_LENGTH_MAX).min(1).toUpperCase().optional(),
  status: z.enum(['open', 'closed']).optional(),
  /** `metadata[key]=value`: those with this value under this key. */
  metadata: MetadataFilter.optional(),
  /** Balances of what counted up to this value date; else of all that is posted. */
  as_of: ReportDay.optional(),
};

const byId = z.object({ id: Uuid });
const one = z.object({ account: AccountDetail });

export const accounts = {
  search: route({
    method: 'GET',
    path: '/api/v1/accounts',
    summary: 'Operational accounts by code with their balances, now or as of a value date, and their metadata',
    needs: 'member',
    query: z.strictObject({
      ...accountFilters,
      limit: limit(ACCOUNTS_LIST_MAX, ACCOUNTS_LIST_DEFAULT),
      /** The `next` of the page before: a code. */
      after: line(ACCOUNT_CODE_LENGTH_MAX).min(1).optional(),
    }),
    /** `next`: null at the end. A page may have fewer than `limit`, or none, and still go on: a call looks at 10,000 accounts. */
    ok: z.object({ accounts: z.array(ListedAccount), as_of: z.string().nullable(), next: z.string().nullable() }),
    codes: ['NOT_FOUND'],
  }),
  open: route({
    method: 'POST',
    path: '/api/internal/accounts/open',
    v1: { path: '/api/v1/accounts' },
    summary: 'Open an operational account, with a title and a floor where it is to have them',
    needs: 'member',
    grant: 'admin',
    body: OpenAccount,
    ok: z.object({ account: ListedAccount }),
    codes: ['NOT_FOUND', 'FORBIDDEN', 'ENTITY_INACTIVE', 'CODE_TAKEN', 'GL_ACCOUNT_NOT_FOUND', 'CURRENCY_NOT_ALLOWED', 'PARTY_NOT_FOUND'],
  }),
  change: route({
    method: 'PATCH',
    path: '/api/internal/accounts/:id',
    v1: { path: '/api/v1/accounts/:id' },
    summary: 'Change what an account is called, or, until its first posting, which GL account it maps to',
    needs: 'member',
    grant: 'admin',
    params: byId,
    body: AccountChange,
    ok: z.object({ account: ListedAccount }),
    codes: ['NOT_FOUND', 'FORBIDDEN', 'GL_ACCOUNT_NOT_FOUND', 'ACCOUNT_POSTED', 'ACCOUNT_ACCRUES', 'ACCOUNT_HELD'],
  }),
  setFloor: route({
    method: 'POST',
    path: '/api/internal/accounts/:id/floor',
    v1: { path: '/api/v1/accounts/:id/floor' },
    summary:
      'Say what the available balance of an account may not fall below, or take the floor away; with four eyes another owner approves it',
    needs: 'owner',
    params: byId,
    body: AccountFloor,
    /** `below_floor`: it is below it already, and takes only what raises it. */
    ok: z.object({ account: ListedAccount, below_floor: z.boolean() }),
    also: { 202: HeldChange },
    codes: ['NOT_FOUND', 'FORBIDDEN', 'CHANGE_PENDING'],
  }),
  openingRules: route({
    method: 'GET',
    path: '/api/v1/opening-rules',
    summary: 'The rules by which accounts are opened on first use, where an intent asks for it',
    needs: 'member',
    ok: z.object({ rules: z.array(OpeningRule.extend({ gl_code: z.string() })) }),
  }),
  setOpeningRules: route({
    method: 'POST',
    path: '/api/internal/opening-rules',
    v1: { path: '/api/v1/opening-rules' },
    summary: 'Set the rules by which accounts are opened on first use, all of them',
    needs: 'owner',
    body: z.strictObject({ rules: OpeningRules }),
    ok: z.object({ rules: z.array(OpeningRule.extend({ gl_code: z.string() })) }),
    also: { 202: HeldChange },
    codes: ['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_ERROR', 'GL_ACCOUNT_NOT_FOUND', 'CURRENCY_NOT_ALLOWED', 'CHANGE_PENDING'],
  }),
  list: route({
    method: 'POST',
    path: '/api/internal/accounts/list',
    summary: 'Operational accounts with their balances by code, a page at a time',
    needs: 'member',
    reads: true,
    body: ListAccounts,
    /** `total`: how many there are on all pages. `next`: what to ask `after` for the next page; null on the last. `as_of`: the last event of the log when it was read. */
    ok: z.object({ accounts: z.array(Account), total: z.number().int(), next: z.string().nullable(), as_of: z.number().int() }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/accounts/create',
    summary: 'Open an operational account',
    needs: 'member',
    grant: 'admin',
    body: NewAccount,
    ok: z.object({ account: Account }),
    codes: ['NOT_FOUND', 'FORBIDDEN', 'ENTITY_INACTIVE', 'CODE_TAKEN', 'GL_ACCOUNT_NOT_FOUND', 'CURRENCY_NOT_ALLOWED', 'PARTY_NOT_FOUND'],
  }),
  get: route({
    method: 'GET',
    path: '/api/internal/accounts/:id',
    v1: { path: '/api/v1/accounts/:id' },
    summary: 'One account',
    needs: 'member',
    params: byId,
    ok: one,
    codes: ['NOT_FOUND'],
  }),
  close: route({
    method: 'POST',
    path: '/api/internal/accounts/:id/close',
    v1: { path: '/api/v1/accounts/:id/close' },
    summary: 'Close an account whose balance is zero: it takes no postings until it is re-opened',
    needs: 'member',
    grant: 'admin',
    params: byId,
    body: CloseAccount,
    ok: one,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'ACCOUNT_CLOSED', 'ACCOUNT_ACCRUES', 'ACCOUNT_NOT_EMPTY', 'ACCOUNT_HELD'],
  }),
  reopen: route({
    method: 'POST',
    path: '/api/internal/accounts/:id/reopen',
    v1: { path: '/api/v1/accounts/:id/reopen' },
    summary: 'Take a closed account up again',
    needs: 'member',
    grant: 'admin',
    params: byId,
    ok: one,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'ACCOUNT_OPEN', 'ENTITY_INACTIVE', 'CURRENCY_NOT_ALLOWED'],
  }),
  setParty: route({
    method: 'POST',
    path: '/api/internal/accounts/:id/party',
    v1: { path: '/api/v1/accounts/:id/party' },
    summary: 'Say whose account it is, or that it is nobody’s; postings and balances stay as they are',
    needs: 'member',
    grant: 'admin',
    params: byId,
    body: AccountParty,
    ok: one,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'PARTY_NOT_FOUND'],
  }),
} as const;
