// A state to decide on that is ahead of the one there is: with accounts that the decision opens, or without what waits.

import type { TenantState } from './state.ts';

/** How each part is copied. Accounts can be added to a copy; those that were there are shared and stay as they are. */
const copies = {
  head: (head) => ({ ...head }),
  accounts: (accounts) => new Map(accounts),
  accountByCode: (accounts) => new Map(accounts),
  accountIdsByReference: (ids) => new Map(ids),
  glAccounts: (accounts) => new Map([...accounts].map(([id, account]) => [id, { ...account }])),
  glAccountIdByCode: (ids) => new Map(ids),
  dailyUsage: ({ day, count, sums, ending }) => ({ day, count, sums: new Map(sums), ending: new Map(ending) }),
} satisfies { readonly [K in keyof TenantState]?: (part: TenantState[K]) => TenantState[K] };

type Part = keyof typeof copies;

/** What opening an account changes. */
export const accountParts: readonly Part[] = [
  'head',
  'accounts',
  'accountByCode',
  'accountIdsByReference',
  'glAccounts',
  'glAccountIdByCode',
];

/** The same state, with copies of the parts named: these may be changed, and nothing else of it. The one it comes from stays as it is. */
export function ahead(state: TenantState, parts: readonly Part[]): TenantState {
  const own = parts.map((part) => [part, (copies[part] as (value: unknown) => unknown)(state[part])]);
  return { ...state, ...Object.fromEntries(own) };
}
