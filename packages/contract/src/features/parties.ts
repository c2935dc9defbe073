// Counterparties. Their label and reference are personal data: the log carries tokens, the screen the words.
import * as z from 'zod';
import { line, requiredText, text, Uuid } from '../fields.ts';
import { Metadata } from '../metadata-fields.ts';
import { route } from '../wire.ts';

// Source: specification §3, §9; the lengths are ours.
export const PARTIES_PAGE_SIZE = 12;
export const PARTY_LABEL_LENGTH_MAX = 120;
export const PARTY_KIND_LENGTH_MAX = 64;
export const PARTY_REF_LENGTH_MAX = 120;
export const DEFAULT_PARTY_KIND = 'company';

export const Party = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.string(),
  externalRef: z.string().nullable(),
  external_ref: z.string().nullable(),
  created_at: z.string(),
});
export type Party = z.output<typeof Party>;

export const NewParty = z.object({
  label: requiredText(PARTY_LABEL_LENGTH_MAX, 'Label'),
  kind: line(PARTY_KIND_LENGTH_MAX).min(1).default(DEFAULT_PARTY_KIND),
  external_ref: line(PARTY_REF_LENGTH_MAX).nullish(),
});

const one = z.object({ party: Party });

/** Metadata is given when it is added; later it is changed by a call of its own. */
const AddedParty = NewParty.extend({ metadata: Metadata.optional() });

export const parties = {
  search: route({
    method: 'GET',
    path: '/api/parties/search',
    summary: 'Parties whose label, kind, reference or id contains a text, by label; without a text all of them',
    needs: 'member',
    query: z.strictObject({
      q: text(120).default(''),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      page_size: z.coerce.number().int().min(1).max(500).default(PARTIES_PAGE_SIZE),
    }),
    ok: z.object({ parties: z.array(Party), total: z.number().int() }),
  }),
  create: route({
    method: 'POST',
    path: '/api/parties',
    summary: 'Add a party',
    needs: 'member',
    grant: 'admin',
    body: AddedParty,
    ok: one,
  }),
  get: route({
    method: 'GET',
    path: '/api/parties/:id',
    summary: 'One party',
    needs: 'member',
    params: z.object({ id: Uuid }),
    ok: one,
    codes: ['NOT_FOUND'],
  }),
  change: route({
    method: 'POST',
    path: '/api/parties/:id',
    summary: 'Change a party',
    needs: 'member',
    grant: 'admin',
    params: z.object({ id: Uuid }),
    body: NewParty,
    ok: one,
    codes: ['NOT_FOUND'],
  }),
} as const;
