// Counterparties. Their label and reference are personal data: the log carries tokens, the screen the words.
import * as z from 'zod';
import { AsOf, ReportDay } from '../as-of.ts';
import { Currency, Done, line, requiredText, text, Uuid } from '../fields.ts';
import { Metadata, MetadataFilter, MetadataKept } from '../metadata-fields.ts';
import { Minor } from '../minor.ts';
import { route } from '../wire.ts';

// Source: specification §3, §9; the lengths are ours.
export const PARTIES_PAGE_SIZE = 12;
export const PARTY_LABEL_LENGTH_MAX = 120;
export const PARTY_KIND_LENGTH_MAX = 64;
export const PARTY_REF_LENGTH_MAX = 120;
/** Parties whose names one call asks for. */
export const PARTIES_NAMED_MAX = 500;
export const DEFAULT_PARTY_KIND = 'company';

export const Party = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.string(),
  externalRef: z.string().nullable(),
  external_ref: z.string().nullable(),
  created_at: z.string(),
  metadata: MetadataKept,
});
export type Party = z.output<typeof Party>;

export const NewParty = z.strictObject({
  label: requiredText(PARTY_LABEL_LENGTH_MAX, 'Label'),
  kind: line(PARTY_KIND_LENGTH_MAX).min(1).default(DEFAULT_PARTY_KIND),
  external_ref: line(PARTY_REF_LENGTH_MAX).nullish(),
});

/** Kinds of accounts that hold what belongs to the party: what is on them is held, not owed. Source: decision 0158. */
export const HELD_KINDS = ['client', 'custody', 'deposit', 'escrow', 'trust'] as const;
export const PARTY_MOVEMENTS = 8;
export const PARTY_MONTHS = 12;
/** Movements of a statement of account, in all currencies. */
export const PARTY_STATEMENT_LINES_MAX = 5_000;

/** A posting as it moves an account of the party: minor units, debit-positive. */
export const PartyMovement = z.object({
  seq: z.number().int(),
  line: z.number().int(),
  intent_id: z.string().nullable(),
  value_date: z.string(),
  booked_at: z.string(),
  narrative: z.string(),
  account_id: z.string(),
  account_code: z.string(),
  /** The account on the other side. */
  other_code: z.string(),
  currency: z.string(),
  minorUnits: z.number().int(),
  amount: Minor,
});
export type PartyMovement = z.output<typeof PartyMovement>;

/** Minor units, debit-positive, of what is value-dated up to today. */
export const PartySums = z.object({
  currency: z.string(),
  minorUnits: z.number().int(),
  /** On accounts that hold what is theirs. */
  held: Minor,
  /** On other liabilities. */
  owed_to_them: Minor,
  /** On assets. */
  owed_to_us: Minor,
});
export type PartySums = z.output<typeof PartySums>;

/** Minor units. `used`: what it owes over all of its accounts, zero or more, at today's rates; null where a rate is missing. */
const PartyExposure = z.object({
  currency: z.string(),
  minorUnits: z.number().int(),
  limit: Minor,
  used: Minor.nullable(),
  set_at: z.string(),
  set_by: z.string(),
});

export const PartyPosition = z.object({
  accounts: z.number().int(),
  sums: z.array(PartySums),
  /** How much it may owe, of all entities; null: there is no limit. It warns, and refuses no posting. */
  exposure: PartyExposure.nullable(),
  /** What its accounts were debited and credited with in each of the last twelve months; months without a movement are left out. */
  months: z.array(z.object({ month: z.string(), currency: z.string(), minorUnits: z.number().int(), debits: Minor, credits: Minor })),
  /** The latest booked first. */
  movements: z.array(PartyMovement),
  /** What is value-dated after today, the first day first. */
  ahead: z.array(PartyMovement),
});
export type PartyPosition = z.output<typeof PartyPosition>;

export const PartyStatement = z.object({
  organisation: z.string(),
  party: z.object({ id: z.string(), label: z.string() }),
  from: z.string(),
  to: z.string(),
  generated_at: z.string(),
  position: AsOf,
  currencies: z.array(
    z.object({
      currency: z.string(),
      minorUnits: z.number().int(),
      /** By value date: what stood before `from`, and with everything up to `to`. Minor units, debit-positive. */
      opening: Minor,
      closing: Minor,
      /** By value date; `balance`: after it, over all accounts of the party in this currency. */
      lines: z.array(PartyMovement.extend({ balance: Minor })),
    }),
  ),
});
export type PartyStatement = z.output<typeof PartyStatement>;

const MINOR_DIGITS_MAX = 18;
/** null: there is no limit any more. */
export const ExposureLimit = z.strictObject({
  limit: z
    .strictObject({
      currency: Currency,
      amount_minor: z
        .string()
        .regex(new RegExp(`^[1-9]\\d{0,${MINOR_DIGITS_MAX - 1}}$`), 'Use a whole number of minor units above zero, as text.'),
    })
    .nullable(),
});

const one = z.object({ party: Party });
const byId = z.object({ id: Uuid });

/** Metadata is given when it is added; later it is changed by a call of its own. */
const AddedParty = NewParty.extend({ metadata: Metadata.optional() });

export const parties = {
  search: route({
    method: 'GET',
    path: '/api/parties/search',
    v1: { path: '/api/v1/parties', page: { items: 'parties', by: 'number' } },
    summary: 'Parties whose label, kind, reference or id contains a text, by label; without a text all of them',
    needs: 'member',
    query: z.strictObject({
      q: text(120).default(''),
      /** `metadata[key]=value`: those with this value under this key. */
      metadata: MetadataFilter.optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      page_size: z.coerce.number().int().min(1).max(500).default(PARTIES_PAGE_SIZE),
    }),
    ok: z.object({ parties: z.array(Party), total: z.number().int() }),
  }),
  names: route({
    method: 'POST',
    path: '/api/internal/parties/names',
    v1: { path: '/api/v1/parties/names' },
    summary: 'What parties are called, by id; those that are not here are left out',
    needs: 'member',
    reads: true,
    body: z.strictObject({ ids: z.array(Uuid).max(PARTIES_NAMED_MAX) }),
    ok: z.object({ parties: z.array(z.object({ id: z.string(), label: z.string() })) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/parties',
    v1: { path: '/api/v1/parties' },
    summary: 'Add a party',
    needs: 'member',
    grant: 'admin',
    body: AddedParty,
    ok: one,
  }),
  get: route({
    method: 'GET',
    path: '/api/parties/:id',
    v1: { path: '/api/v1/parties/:id' },
    summary: 'One party',
    needs: 'member',
    params: z.object({ id: Uuid }),
    ok: one,
    codes: ['NOT_FOUND'],
  }),
  change: route({
    method: 'POST',
    path: '/api/parties/:id',
    v1: { path: '/api/v1/parties/:id' },
    summary: 'Change a party',
    needs: 'member',
    grant: 'admin',
    params: z.object({ id: Uuid }),
    body: NewParty,
    ok: one,
    codes: ['NOT_FOUND'],
  }),
  position: route({
    method: 'GET',
    path: '/api/internal/parties/:id/position',
    v1: { path: '/api/v1/parties/:id/position' },
    summary: 'What is held for a party, owed to it and owed by it, by currency, with its months and latest movements',
    needs: 'member',
    params: byId,
    ok: PartyPosition,
    codes: ['NOT_FOUND'],
  }),
  setExposureLimit: route({
    method: 'POST',
    path: '/api/v1/parties/:id/exposure-limit',
    summary: 'Say how much a party may owe, or take the limit away; it warns on the party’s page, and refuses no posting',
    needs: 'admin',
    params: byId,
    body: ExposureLimit,
    ok: Done,
    codes: ['NOT_FOUND', 'CURRENCY_NOT_ALLOWED'],
  }),
  statement: route({
    method: 'GET',
    path: '/api/internal/parties/:id/statement',
    v1: { path: '/api/v1/parties/:id/statement' },
    summary: 'Statement of account: what stood before, every movement by value date, what stands after; without days the last three months',
    needs: 'member',
    params: byId,
    query: z.strictObject({ from: ReportDay.optional(), to: ReportDay.optional(), format: z.enum(['json', 'csv', 'pdf']).default('json') }),
    ok: PartyStatement,
    codes: ['NOT_FOUND', 'VALIDATION_ERROR'],
  }),
} as const;
