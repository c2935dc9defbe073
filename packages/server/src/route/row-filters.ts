// What somebody asks of rows, of intents or of postings, as the store takes it.

import type { Metadata } from '@countinghouse/contract/metadata-fields';
import type { RowFilters } from '@countinghouse/contract/row-filters';
import { inCapitals } from '@countinghouse/kernel/accounts/find';
import { addDays, formatInstant, readInstant } from '@countinghouse/kernel/time/instant';
import { findNamedAccount, listAccountsByCode } from '@countinghouse/store/features/accounts/reads';
import { findSeqAt } from '@countinghouse/store/features/events/reads';
import { findParty } from '@countinghouse/store/features/parties/reads';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import type { Tx } from '@countinghouse/store/reader';
import type { Session } from '../auth/sessions.ts';
import { Refusal } from '../http/refusal.ts';
import { listCalledSo } from '../wire/references.ts';
import { chooseEntity } from './active-entity.ts';
import type { Headers } from './aside.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the account with this id, code or, of one alone, reference outside. Throws NOT_FOUND. */
async function accountIdOf(tx: Tx, pii: PiiStore | null, tenantId: string, reference: string): Promise<string> {
  const byId = uuid.test(reference) ? await findNamedAccount(tx, tenantId, reference.toLowerCase()) : null;
  if (byId !== null) return byId.id;
  const [byCode] = await listAccountsByCode(tx, tenantId, [inCapitals(reference)]);
  if (byCode !== undefined) return byCode.id;
  const [called, ...others] = await listCalledSo(tx, pii, tenantId, [reference]);
  if (called === undefined || others.length > 0) throw new Refusal('NOT_FOUND');
  return called.id;
}

/** The seq of the last event before a day (UTC) begins. */
const seqBefore = (tx: Tx, tenantId: string, day: string): Promise<number> =>
  findSeqAt(tx, tenantId, formatInstant(readInstant(`${day}T00:00:00Z`) - 1n));

/** Filters of rows; null leaves none out. The entity is the one that is named, else the active one. */
export interface AskedOfRows {
  readonly accountId: string | null;
  readonly entityId: string | null;
  readonly partyId: string | null;
  readonly currency: string | null;
  readonly amountFrom: string | null;
  readonly amountTo: string | null;
  readonly valueFrom: string | null;
  readonly valueTo: string | null;
  readonly afterSeq: number | null;
  readonly toSeq: number | null;
  readonly metadata: Metadata | null;
}

async function partyIdOf(tx: Tx, tenantId: string, id: string): Promise<string> {
  if ((await findParty(tx, tenantId, id)) === null) throw new Refusal('NOT_FOUND');
  return id;
}

/** Who asks, and what an account's reference is looked for with. */
export interface AskedBy {
  readonly session: Session;
  readonly request: Headers;
  readonly pii: PiiStore | null;
}

/** Whether rows of an account are asked for, which may be named by its reference. */
export const namesAccount = ({ query }: { readonly query: { readonly account?: string | undefined } }): boolean =>
  query.account !== undefined;

/** Throws NOT_FOUND for an account, entity or party that is none of the organisation's. */
export async function readRowFilters(
  tx: Tx,
  tenantId: string,
  asked: RowFilters,
  { session, request, pii }: AskedBy,
): Promise<AskedOfRows> {
  return {
    accountId: asked.account === undefined ? null : await accountIdOf(tx, pii, tenantId, asked.account),
    entityId: await chooseEntity(tx, tenantId, session, request, asked.entity),
    partyId: asked.party_id === undefined ? null : await partyIdOf(tx, tenantId, asked.party_id),
    currency: asked.currency ?? null,
    amountFrom: asked.amount_from ?? null,
    amountTo: asked.amount_to ?? null,
    valueFrom: asked.value_from ?? null,
    valueTo: asked.value_to ?? null,
    afterSeq: asked.booked_from === undefined ? null : await seqBefore(tx, tenantId, asked.booked_from),
    metadata: asked.metadata ?? null,
    toSeq: asked.booked_to === undefined ? null : await seqBefore(tx, tenantId, addDays(asked.booked_to, 1)),
  };
}
