// What rows are asked by: those of intents and of postings. All of them must hold for the same row; what is not there leaves none out.
import * as z from 'zod';

import { ACCOUNT_REFERENCE_LENGTH_MAX, AmountText, Currency, IsoDate, line, requiredText, text, Uuid } from './fields.ts';
import { MetadataFilter } from './metadata-fields.ts';

/** An account's id, its code in any case, or what it is called outside (`external_ref`), blanks and case aside. */
export const AccountReference = line(ACCOUNT_REFERENCE_LENGTH_MAX).min(1, 'Name the account by id, code or external reference.');

/** A decimal that is not negative. */
const Bound = AmountText.refine((t) => !t.startsWith('-'), 'Use an amount of zero or more.');

export const rowFilters = {
  /** An account's id, code or external reference. */
  account: AccountReference.optional(),
  /** Rows on an account of this entity; in place of the active one. */
  entity: Uuid.optional(),
  /** Rows on an account of this party. */
  party_id: Uuid.optional(),
  currency: Currency.optional(),
  /** Amount of a row, both ends included. */
  amount_from: Bound.optional(),
  amount_to: Bound.optional(),
  /** Value date of a row, both ends included. */
  value_from: IsoDate.optional(),
  value_to: IsoDate.optional(),
  /** Day (UTC) of the log, both ends included. */
  booked_from: IsoDate.optional(),
  booked_to: IsoDate.optional(),
  /** `metadata[key]=value`: of an intent with this value under this key. */
  metadata: MetadataFilter.optional(),
};
/** With what the intent of the row was asked for. */
export const intentRowFilters = {
  ...rowFilters,
  use_case: requiredText(64, 'Use case').optional(),
  /** Who asked for it: a person's or key's id, or `system`. */
  actor: text(64).trim().min(1).optional(),
};
/** How a list is taken as a file: everything that its filters leave, as the log stood when it was asked for. */
export const ListFile = z.strictObject({ format: z.enum(['csv', 'ndjson']) });
export type RowFilters = z.output<z.ZodObject<typeof rowFilters>>;
