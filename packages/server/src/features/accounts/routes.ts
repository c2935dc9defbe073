import { randomUUID } from 'node:crypto';
import {
  ACCOUNTS_SCANNED_MAX,
  type Account,
  type AccountDetail,
  accounts as contract,
  type ListedAccount,
} from '@countinghouse/contract/features/accounts';
import { formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { type ListedAccountRow, listFilteredAccounts } from '@countinghouse/store/features/accounts/list';
import { type AccountRow, findAccount, findNamedAccount, listAccounts } from '@countinghouse/store/features/accounts/reads';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import { findGlAccountId } from '@countinghouse/store/features/gl-accounts/reads';
import { findMetadata, type KeptMetadata } from '@countinghouse/store/features/metadata/reads';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import { read } from '@countinghouse/store/reader';
import { cutPage } from '../../http/page.ts';
import { Refusal } from '../../http/refusal.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { aside, type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { referenceTokens, referenceWords, submitWithReference } from '../../wire/references.ts';
import { openingRules, setOpeningRules } from './opening-rules.ts';
import { floorOf, glAccountIdOf, minorToE8 } from './wire.ts';

export const list = aside(
  contract.list,
  async ({ tenant, caller, input, request }, { readerPool, pii, clock }) => {
    const { tenant_id } = tenant;
    const { limit, after = null, q = '', currency = null, party_id: partyId = null, references = null } = input.body;
    const [wordsToken = null] = q.trim() === '' ? [] : await referenceTokens(pii, tenant_id, [q]);
    const tokens = await referenceTokens(pii, tenant_id, references ?? []);
    const { rows, total, as_of } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const entityId = await chooseEntity(tx, tenant_id, caller.session, request);
      const words = q.split(/\s+/).filter((word) => word !== '');
      const as_of = (await findLatestPosition(tx, tenant_id))?.seq ?? 0;
      const filter = { entityId, currency, partyId, words, references, referenceTokens: tokens, wordsToken };
      return { as_of, ...(await listAccounts(tx, tenant_id, clock.now(), filter, { after, limit: limit + 1 })) };
    });
    const page = cutPage(rows, limit, (row) => row.code);
    const told = await inWords(pii, tenant_id, page.rows);
    return { accounts: told.map(toWire), total, next: page.next, as_of };
  },
  { words: () => true },
);

export const search = aside(
  contract.search,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool, pii }) => {
    const {
      entity,
      gl_account,
      currency = null,
      party_id: partyId = null,
      code_prefix = null,
      status,
      metadata = null,
      as_of = null,
      limit,
      after = null,
    } = input.query;
    const { found, kept } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const glAccountId = gl_account === undefined ? null : await findGlAccountId(tx, tenant_id, gl_account);
      if (gl_account !== undefined && glAccountId === null) throw new Refusal('NOT_FOUND');
      const entityId = await chooseEntity(tx, tenant_id, caller.session, request, entity);
      const closed = status === undefined ? null : status === 'closed';
      const filter = { entityId, glAccountId, currency, codePrefix: code_prefix, closed, partyId, metadata };
      const found = await listFilteredAccounts(tx, tenant_id, filter, as_of, { after, limit, scanned: ACCOUNTS_SCANNED_MAX });
      const ids = found.accounts.map(({ id }) => id);
      return { found, kept: await findMetadata(tx, tenant_id, 'account', ids) };
    });
    const told = await inWords(pii, tenant_id, found.accounts);
    return { accounts: told.map((row) => toListed(row, kept.get(row.id) ?? {})), as_of, next: found.next };
  },
  { words: () => true },
);

function toListed({ closed, floor_amount, ...row }: InWords<ListedAccountRow>, metadata: KeptMetadata): ListedAccount {
  const balance_minor = formatMinor(parseBalanceE8(row.balance), minorUnitsOf(row.currency));
  return { ...row, ...floorOf(row.currency, floor_amount), status: closed ? 'closed' : 'open', balance_minor, metadata };
}

export const open = handler(contract.open, async ({ tenant: { tenant_id }, caller, input, request }, services) => {
  const { code, title, currency, gl_account, kind, external_ref, floor_minor = null, entity, party_id: partyId = null } = input.body;
  const { metadata = {} } = input.body;
  const { entityId, glAccountId } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => ({
    entityId: await chooseEntity(tx, tenant_id, caller.session, request, entity),
    glAccountId: await glAccountIdOf(tx, tenant_id, gl_account),
  }));
  const outcome = await submitWithReference(services, tenant_id, referenceOf(external_ref), ({ words, token }) => ({
    type: 'account.create',
    actor: caller.actor,
    id: randomUUID(),
    code,
    title: orNull(title),
    currency,
    kind,
    externalRef: words,
    ...(token === null ? {} : { externalRefToken: token }),
    glAccountId,
    entityId,
    ...(floor_minor === null ? { floor: 'none' } : { floor: 'amount', floorE8: minorToE8(floor_minor, currency) }),
    partyId,
    metadata,
  }));
  return findListed(services, tenant_id, writtenEvent(outcome, 'account.created').payload.id);
});

export const change = handler(contract.change, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  const { title, gl_account } = input.body;
  const glAccountId =
    gl_account === undefined
      ? null
      : await read(services.readerPool, { tenantId: tenant_id }, (tx) => glAccountIdOf(tx, tenant_id, gl_account));
  const changes = { ...(title === undefined ? {} : { title: orNull(title) }), ...(glAccountId === null ? {} : { glAccountId }) };
  done(await services.ledger.submit(tenant_id, { type: 'account.change', actor: caller.actor, id, ...changes }));
  return findListed(services, tenant_id, id);
});

export const setFloor = handler(contract.setFloor, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  const { floor_minor } = input.body;
  // An account keeps its currency.
  const named = await read(services.readerPool, { tenantId: tenant_id }, (tx) => findNamedAccount(tx, tenant_id, id));
  if (named === null) throw new Refusal('NOT_FOUND');
  const floorE8 = floor_minor === null ? null : minorToE8(floor_minor, named.currency);
  done(await services.ledger.submit(tenant_id, { type: 'account.set_floor', actor: caller.actor, id, floorE8 }));
  const row = await read(services.readerPool, { tenantId: tenant_id }, (tx) => findAccount(tx, tenant_id, services.clock.now(), id));
  const below_floor = row !== null && row.floor_amount !== null && availableE8(row) < parseBalanceE8(row.floor_amount);
  return { ...(await findListed(services, tenant_id, id)), below_floor };
});

const orNull = (words: string | null | undefined): string | null => (words === undefined || words === '' ? null : words);
const referenceOf = (words: string | null | undefined) => ({ kind: 'account-reference', words: orNull(words) }) as const;

export const create = handler(contract.create, async ({ tenant, caller, input, request }, services) => {
  const { readerPool, pii, clock } = services;
  const { tenant_id } = tenant;
  const entityId = await read(readerPool, { tenantId: tenant_id }, (tx) => chooseEntity(tx, tenant_id, caller.session, request));
  const { code, currency, kind, external_ref, ledgerAccountId, floor, party_id: partyId = null, metadata = {} } = input.body;
  const outcome = await submitWithReference(services, tenant_id, referenceOf(external_ref), ({ words, token }) => ({
    type: 'account.create',
    actor: caller.actor,
    id: randomUUID(),
    code,
    currency,
    kind,
    externalRef: words,
    ...(token === null ? {} : { externalRefToken: token }),
    glAccountId: ledgerAccountId,
    entityId,
    floor,
    partyId,
    metadata,
  }));
  const { id } = writtenEvent(outcome, 'account.created').payload;
  const row = await read(readerPool, { tenantId: tenant_id }, (tx) => findAccount(tx, tenant_id, clock.now(), id));
  if (row === null) throw new Refusal('NOT_FOUND');
  const [told] = await inWords(pii, tenant_id, [row]);
  return { account: toWire(told as InWords<AccountRow>) };
});

export const get = handler(contract.get, ({ tenant, input }, services) => find(services, tenant.tenant_id, input.params.id));

export const close = handler(contract.close, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  const { reason } = input.body;
  const said = reason === undefined || reason === '' ? null : reason;
  done(await services.ledger.submit(tenant_id, { type: 'account.close', actor: caller.actor, id, reason: said }));
  return find(services, tenant_id, id);
});

export const reopen = handler(contract.reopen, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  done(await services.ledger.submit(tenant_id, { type: 'account.reopen', actor: caller.actor, id }));
  return find(services, tenant_id, id);
});

export const setParty = handler(contract.setParty, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  done(await services.ledger.submit(tenant_id, { type: 'account.set_party', actor: caller.actor, id, partyId: input.body.party_id }));
  return find(services, tenant_id, id);
});

async function find(services: Services, tenantId: string, id: string): Promise<{ account: AccountDetail }> {
  const { row, metadata } = await read(services.readerPool, { tenantId }, async (tx) => ({
    row: await findAccount(tx, tenantId, services.clock.now(), id),
    metadata: (await findMetadata(tx, tenantId, 'account', [id])).get(id) ?? {},
  }));
  if (row === null) throw new Refusal('NOT_FOUND');
  const [told] = await inWords(services.pii, tenantId, [row]);
  const { posted, created_at, closed_at, closed_reason } = row;
  return { account: { ...toWire(told as InWords<AccountRow>), posted, created_at, closed_at, closed_reason, metadata } };
}

/** As lists have it. */
async function findListed({ readerPool, pii, clock }: Services, tenantId: string, id: string): Promise<{ account: ListedAccount }> {
  const { row, metadata } = await read(readerPool, { tenantId }, async (tx) => ({
    row: await findAccount(tx, tenantId, clock.now(), id),
    metadata: (await findMetadata(tx, tenantId, 'account', [id])).get(id) ?? {},
  }));
  if (row === null) throw new Refusal('NOT_FOUND');
  const {
    gl_title: _title,
    posted: _posted,
    held: _held,
    closed_at: _at,
    closed_reason: _reason,
    interest_bucket: _bucket,
    ...listed
  } = row;
  const [told] = await inWords(pii, tenantId, [listed]);
  return { account: toListed(told as InWords<ListedAccountRow>, metadata) };
}

/** The balance on the normal side less what is held. */
function availableE8({ normal_balance, balance, held }: Pick<AccountRow, 'normal_balance' | 'balance' | 'held'>): bigint {
  const balanceE8 = parseBalanceE8(balance);
  return (normal_balance === 'DR' ? balanceE8 : -balanceE8) - parseBalanceE8(held);
}

/** A row whose reference is in words, wherever these are kept. */
type InWords<T> = Omit<T, 'external_ref_token'>;

async function inWords<T extends Pick<AccountRow, 'external_ref' | 'external_ref_token'>>(
  pii: PiiStore | null,
  tenantId: string,
  rows: readonly T[],
): Promise<readonly InWords<T>[]> {
  const wordsOf = await referenceWords(
    pii,
    tenantId,
    rows.map((row) => row.external_ref_token),
  );
  return rows.map(({ external_ref_token: token, ...row }) => ({ ...row, external_ref: wordsOf(row.external_ref, token) }));
}

function toWire(row: InWords<AccountRow>): Account {
  const minorUnits = minorUnitsOf(row.currency);
  return {
    id: row.id,
    code: row.code,
    currency: row.currency,
    title: row.title,
    balance: formatMinor(parseBalanceE8(row.balance), minorUnits),
    minorUnits,
    kind: row.kind,
    externalRef: row.external_ref,
    external_ref: row.external_ref,
    ledgerAccountId: row.gl_account_id,
    glCode: row.gl_code,
    glTitle: row.gl_title,
    normalBalance: row.normal_balance,
    interestBucket: row.interest_bucket,
    entityId: row.entity_id,
    entityCode: row.entity_code,
    party_id: row.party_id,
    ...floorOf(row.currency, row.floor_amount),
    closed: row.closed,
    held: formatMinor(parseBalanceE8(row.held), minorUnits),
    available: formatMinor(availableE8(row), minorUnits),
  };
}

export const accountsHandlers: readonly Handler[] = [
  list,
  search,
  open,
  create,
  get,
  change,
  close,
  reopen,
  setParty,
  setFloor,
  openingRules,
  setOpeningRules,
];
