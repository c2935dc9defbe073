import { balances as contract } from '@countinghouse/contract/features/balances';
import { formatAmountE8, formatMinor, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { runningBalances } from '@countinghouse/kernel/reports/cash';
import { addDays } from '@countinghouse/kernel/reports/days';
import { listAccountsAt } from '@countinghouse/store/balances-at';
import type { CodePage } from '@countinghouse/store/code-page';
import { findAnchorOver, findLeaf } from '@countinghouse/store/features/anchors/reads';
import { findBalance } from '@countinghouse/store/features/balances/of-account';
import { type BalanceRow, listBalances, listBalancesAsOf } from '@countinghouse/store/features/balances/reads';
import { listMovements } from '@countinghouse/store/features/reports/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { cutPage } from '../../http/page.ts';
import { Refusal } from '../../http/refusal.ts';
import { inclusionOf } from '../../receipts/inclusion.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import { findKnown } from '../../route/as-of.ts';
import { aside, type Handler } from '../../route/route.ts';

export const get = aside(
  contract.get,
  async ({ tenant: { tenant_id }, caller, input, request }, { readerPool }) => {
    const { value_date, limit, after = null, ...named } = input.query;
    const { rows, known } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const entityId = await chooseEntity(tx, tenant_id, caller.session, request);
      const position = await findKnown(tx, tenant_id, named);
      return {
        known: position,
        rows: await listRows(tx, tenant_id, entityId, position.knownAtSeq, value_date, { after, limit: limit + 1 }),
      };
    });
    const page = cutPage(rows, limit, (row) => row.code);
    return {
      accounts: page.rows.map((r) => {
        const minorUnits = minorUnitsOf(r.currency);
        return { id: r.id, code: r.code, currency: r.currency, balance: formatMinor(parseBalanceE8(r.balance), minorUnits), minorUnits };
      }),
      as_of: {
        seq: known.seq,
        event_hash: known.event_hash,
        snapshot_id: named.snapshot_id ?? null,
        value_date: value_date ?? null,
      },
      next: page.next,
    };
  },
  { ofLog: true },
);

async function listRows(
  tx: Tx,
  tenantId: string,
  entityId: string | null,
  knownAtSeq: number | null,
  valueDate: string | undefined,
  page: CodePage,
): Promise<readonly BalanceRow[]> {
  if (valueDate !== undefined) {
    const found = await listAccountsAt(tx, tenantId, { dates: [valueDate], knownAtSeq, entityId }, page);
    return found.map(({ balances: [balance = '0'], ...account }) => ({ ...account, balance }));
  }
  return knownAtSeq === null ? listBalances(tx, tenantId, entityId, page) : listBalancesAsOf(tx, tenantId, knownAtSeq, entityId, page);
}

export const ofAccount = aside(contract.ofAccount, ({ tenant: { tenant_id }, input }, { readerPool }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const { value_date = null, ...named } = input.query;
    const known = await findKnown(tx, tenant_id, named);
    const found = await findBalance(tx, tenant_id, input.params.id, { knownAtSeq: known.knownAtSeq, valueDate: value_date });
    if (found === null) throw new Refusal('NOT_FOUND');
    const leaf = known.seq === 0 ? null : await findLeaf(tx, tenant_id, known.seq);
    const { id, code, currency, balance, moved_last } = found;
    return {
      account_id: id,
      code,
      currency,
      balance,
      balance_minor: formatMinor(parseBalanceE8(balance), minorUnitsOf(currency)),
      as_of: { seq: known.seq, event_hash: known.event_hash, snapshot_id: named.snapshot_id ?? null, value_date },
      moved_last,
      proof: leaf === null ? null : await inclusionOf(tx, tenant_id, leaf, await findAnchorOver(tx, tenant_id, known.seq)),
    };
  }),
);

export const daysOfAccount = aside(contract.daysOfAccount, async ({ tenant: { tenant_id }, input }, { readerPool, clock }) => {
  const { as_of: asOf = clock.today(), back, ahead } = input.query;
  const [from, through] = [addDays(asOf, -back), addDays(asOf, ahead)];
  const days = Array.from({ length: back + ahead + 1 }, (_, i) => addDays(from, i));
  const { account, moved } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const found = await findBalance(tx, tenant_id, input.params.id, { knownAtSeq: null, valueDate: from });
    if (found === null) throw new Refusal('NOT_FOUND');
    const asked = { accountIds: [found.id], after: from, through, knownAtSeq: null };
    return { account: found, moved: await listMovements(tx, tenant_id, asked) };
  });
  const { id, code, currency } = account;
  const series = runningBalances(
    days,
    [{ currency, balanceE8: parseBalanceE8(account.balance) }],
    moved.map((m) => ({ currency, day: m.value_date, netE8: parseBalanceE8(m.net) })),
  );
  return { account_id: id, code, currency, as_of: asOf, days, balances: (series.get(currency) ?? []).map(formatAmountE8) };
});

export const balancesHandlers: readonly Handler[] = [get, ofAccount, daysOfAccount];
