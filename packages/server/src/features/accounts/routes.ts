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
import { type AccountRow, findAccount, listAccounts } from '@countinghouse/store/features/accounts/reads';
import { findGlAccountId } from '@countinghouse/store/features/gl-accounts/reads';
import { findMetadata, type KeptMetadata } from '@countinghouse/store/features/metadata/reads';
import { read } from '@countinghouse/store/reader';
import { cutPage } from '../../http/page.ts';
import { Refusal } from '../../http/refusal.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { aside, type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const list = aside(contract.list, async ({ tenant, caller, input, request }, { readerPool, clock }) => {
  const { tenant_id } = tenant;
  const { limit, after = null, q = '', currency = null, party_id: partyId = null, references = null } = input.body;
  const { rows, total } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const entityId = await chooseEntity(tx, tenant_id, caller.session, request);
    const words = q.split(/\s+/).filter((word) => word !== '');
    return listAccounts(tx, tenant_id, clock.now(), { entityId, currency, partyId, words, references }, { after, limit: limit + 1 });
  });
  const page = cutPage(rows, limit, (row) => row.code);
  return { accounts: page.rows.map(toWire), total, next: page.next };
});

export const search = aside(contract.search, async ({ tenant: { tenant_id }, caller, input, request }, { readerPool }) => {
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
  return read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const glAccountId = gl_account === undefined ? null : await findGlAccountId(tx, tenant_id, gl_account);
    if (gl_account !== undefined && glAccountId === null) throw new Refusal('NOT_FOUND');
    const entityId = await chooseEntity(tx, tenant_id, caller.session, request, entity);
    const closed = status === undefined ? null : status === 'closed';
    const filter = { entityId, glAccountId, currency, codePrefix: code_prefix, closed, partyId, metadata };
    const found = await listFilteredAccounts(tx, tenant_id, filter, as_of, { after, limit, scanned: ACCOUNTS_SCANNED_MAX });
    const ids = found.accounts.map(({ id }) => id);
    const kept = await findMetadata(tx, tenant_id, 'account', ids);
    return { accounts: found.accounts.map((row) => toListed(row, kept.get(row.id) ?? {})), as_of, next: found.next };
  });
});

function toListed({ closed, ...row }: ListedAccountRow, metadata: KeptMetadata): ListedAccount {
  const balance_minor = formatMinor(parseBalanceE8(row.balance), minorUnitsOf(row.currency));
  return { ...row, status: closed ? 'closed' : 'open', balance_minor, metadata };
}

export const create = handler(contract.create, async ({ tenant, caller, input, request }, { readerPool, ledger, clock }) => {
  const { tenant_id } = tenant;
  const entityId = await read(readerPool, { tenantId: tenant_id }, (tx) => chooseEntity(tx, tenant_id, caller.session, request));
  const { code, currency, kind, external_ref, ledgerAccountId, floor, party_id: partyId = null, metadata = {} } = input.body;
  const externalRef = external_ref === undefined || external_ref === '' ? null : external_ref;
  const outcome = await ledger.submit(tenant_id, {
    type: 'account.create',
    actor: caller.actor,
    id: randomUUID(),
    code,
    currency,
    kind,
    externalRef,
    glAccountId: ledgerAccountId,
    entityId,
    floor,
    partyId,
    metadata,
  });
  const { id } = writtenEvent(outcome, 'account.created').payload;
  const row = await read(readerPool, { tenantId: tenant_id }, (tx) => findAccount(tx, tenant_id, clock.now(), id));
  if (row === null) throw new Refusal('NOT_FOUND');
  return { account: toWire(row) };
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
  const { created_at, closed_at, closed_reason } = row;
  return { account: { ...toWire(row), created_at, closed_at, closed_reason, metadata } };
}

function toWire(row: AccountRow): Account {
  const minorUnits = minorUnitsOf(row.currency);
  const [balanceE8, heldE8] = [parseBalanceE8(row.balance), parseBalanceE8(row.held)];
  return {
    id: row.id,
    code: row.code,
    currency: row.currency,
    balance: formatMinor(balanceE8, minorUnits),
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
    floor: row.floor,
    closed: row.closed,
    held: formatMinor(heldE8, minorUnits),
    available: formatMinor((row.normal_balance === 'DR' ? balanceE8 : -balanceE8) - heldE8, minorUnits),
  };
}

export const accountsHandlers: readonly Handler[] = [list, search, create, get, close, reopen, setParty];
