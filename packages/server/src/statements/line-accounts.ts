// The accounts behind one line of a statement. Each is told as if it were a line of its own, by the same rules: what the line leaves out
// is left out of them, so that they come to it, but for what rounding each translation leaves.

import { LINE_ACCOUNTS_MAX, type LineAccounts } from '@countinghouse/contract/features/reports';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { listAccountsAt, listHouseOfAccountsAt } from '@countinghouse/store/balances-at';
import { listGlAccounts } from '@countinghouse/store/features/gl-accounts/reads';
import type { Tx } from '@countinghouse/store/reader';
import { loadFrame, makeLines, type ReportName, type Standpoint, type StatementAsked } from './load.ts';
import { toWireLine, toWireTranslation } from './wire.ts';

/** Null where there is no such GL account. */
export async function loadLineAccounts(
  tx: Tx,
  report: ReportName,
  at: Standpoint,
  asked: StatementAsked & { readonly glAccountId: string },
): Promise<LineAccounts | null> {
  const gl = (await listGlAccounts(tx, at.tenantId)).find((g) => g.id === asked.glAccountId);
  if (gl === undefined) return null;
  const { name, period, prior, point, translatorOf } = await loadFrame(tx, report, at, asked);
  const own = { ...point, entityId: at.entity?.id ?? null };
  const page = { after: null, limit: LINE_ACCOUNTS_MAX + 1, glAccountId: gl.id };
  const found = await listAccountsAt(tx, at.tenantId, own, page);
  const accounts = found.slice(0, LINE_ACCOUNTS_MAX);
  const house = await listHouseOfAccountsAt(tx, at.tenantId, { ...own, accountIds: accounts.map((a) => a.id) });
  const toSum = (id: string, currency: string, balances: readonly string[]) => ({
    glAccountId: id,
    currency,
    atE8: balances.map(parseBalanceE8),
  });
  const actsOf = (act: (typeof house)[number]['act']) =>
    house.filter((h) => h.act === act).map((h) => toSum(h.account_id, h.currency, h.balances));
  const translator = translatorOf([...new Set(accounts.map((a) => a.currency))].sort());
  const lines = makeLines(report, {
    chart: accounts.map(({ id, code }) => ({ id, code, title: '', class: gl.class, parentId: null })),
    sums: accounts.map((a) => toSum(a.id, a.currency, a.balances)),
    dues: [],
    translator,
    acts: { yearEnds: actsOf('year_end'), revaluations: actsOf('revaluation') },
  }).filter((line) => line.kind === 'account');
  return {
    report,
    organisation: name,
    entity: at.entity,
    generated_at: at.generatedAt,
    position: { ...at.position, value_date: period.as_of },
    gl_account_id: gl.id,
    period,
    prior,
    translation: toWireTranslation(translator, lines),
    accounts: lines.map((line) => {
      const { code, amounts, translated } = toWireLine(line, translator.currency, prior === null ? 1 : 2);
      return { id: line.glAccountId ?? '', code, amounts, translated };
    }),
    complete: found.length <= LINE_ACCOUNTS_MAX,
  };
}
