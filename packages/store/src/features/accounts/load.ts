// The accounts of an organisation for the writer's state: page by page, a page in one row with a column of text for each field. That is
// two thirds of the main thread's time that a row for each account takes, and other work is served after every page.

import type { OpeningRule } from '@countinghouse/kernel/accounts/events';
import { noteReference, noteReferenceToken } from '@countinghouse/kernel/accounts/find';
import type { AccountState } from '@countinghouse/kernel/accounts/state';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { Load } from '../../feature.ts';

const PAGE_SIZE = 10_000;
/** Places of the columns in a page. */
const [ID, CODE, CURRENCY, REFERENCE, GL, ENTITY, PARTY, FLOOR, CREATED, CLOSED, POSTED, BALANCE, TOKEN] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
];
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface Page {
  readonly count: number;
  readonly ids: string;
  readonly codes: string;
  readonly currencies: string;
  readonly refs: string;
  readonly gls: string;
  readonly entities: string;
  readonly parties: string;
  readonly floors: string;
  readonly created: string;
  readonly closed: string;
  readonly posted: string;
  readonly balances: string;
  readonly tokens: string;
}

/** No field has a line break in it. */
const listOf = (column: string): string => `string_agg(${column}, E'\\n' order by id)`;
const pageSql = `select count(*) as count, ${listOf('id::text')} as ids, ${listOf('code')} as codes, ${listOf('currency')} as currencies,
  ${listOf("coalesce(external_ref, '')")} as refs, ${listOf("coalesce(external_ref_token, '')")} as tokens,
  ${listOf('gl_account_id::text')} as gls, ${listOf("coalesce(entity_id::text, '')")} as entities, ${listOf("coalesce(party_id::text, '')")} as parties,
  ${listOf("case when floor = 'zero' then '0' else coalesce(floor_amount::text, '') end")} as floors, ${listOf('created_seq::text')} as created, ${listOf("case when closed then 'y' else 'n' end")} as closed,
  ${listOf("case when version > 0 then 'y' else 'n' end")} as posted, ${listOf('balance::text')} as balances
from (select * from accounts where tenant_id = $1 and id > $2 order by id limit ${PAGE_SIZE}) page`;

/** Adds them to a state that has the GL accounts. Other work is served between two pages. */
export const load: Load = async (state, read, client) => {
  const [known] = await read<{ rules: string }>('select rules from opening_rules where tenant_id = $1');
  if (known !== undefined) state.openingRules.push(...(JSON.parse(known.rules) as readonly OpeningRule[]));
  // A currency, an entity and a party are one string each, however many accounts have them.
  const once = new Map<string, string>();
  const pageAfter = async (after: string): Promise<Page | undefined> =>
    (await client.query<Page>({ name: 'load-accounts', text: pageSql, values: [state.tenantId, after] })).rows[0];
  let page = await pageAfter(BEFORE_ALL);
  while (page !== undefined && page.count > 0) {
    // The database makes the next page while this one is taken in.
    const next = page.count < PAGE_SIZE ? null : pageAfter(page.ids.slice(page.ids.lastIndexOf('\n') + 1));
    next?.catch(() => {}); // awaited below, unless this page is refused
    addPage(state, page, once);
    page = (await next) ?? undefined;
  }
};

function addPage(state: TenantState, page: Page, once: Map<string, string>): void {
  const share = (text: string): string => {
    const known = once.get(text) ?? text;
    if (known === text) once.set(text, text);
    return known;
  };
  const { ids, codes, currencies, refs, gls, entities, parties, floors, created, closed, posted, balances, tokens } = page;
  const columns = [ids, codes, currencies, refs, gls, entities, parties, floors, created, closed, posted, balances, tokens];
  const lists = columns.map((column) => column.split('\n'));
  if (lists.some((list) => list.length !== page.count)) throw new Error('a field of an account has a line break: run replay --compare');
  const at = (column: number, i: number): string => lists[column]?.[i] ?? '';
  for (let i = 0; i < page.count; i++) {
    const gl = state.glAccounts.get(at(GL, i));
    if (gl === undefined) throw new Error('a projection contradicts itself: run replay --compare');
    gl.usage += 1;
    const [entityId, partyId, floor] = [at(ENTITY, i), at(PARTY, i), at(FLOOR, i)];
    const account: AccountState = {
      id: at(ID, i),
      code: at(CODE, i),
      currency: share(at(CURRENCY, i)),
      entityId: entityId === '' ? null : share(entityId),
      createdSeq: Number(at(CREATED, i)),
      glAccountId: gl.id,
      normalBalance: gl.normalBalance,
      floorE8: floor === '' ? null : parseBalanceE8(floor),
      partyId: partyId === '' ? null : share(partyId),
      closed: at(CLOSED, i) === 'y',
      posted: at(POSTED, i) === 'y',
      // Balances have eight decimals: without the point they are units of 10⁻⁸.
      balanceE8: BigInt(at(BALANCE, i).replace('.', '')),
    };
    state.accounts.set(account.id, account);
    state.accountByCode.set(account.code, account);
    noteReference(state, account.id, at(REFERENCE, i));
    noteReferenceToken(state, account.id, at(TOKEN, i) || null);
  }
}
