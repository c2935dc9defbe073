// A page of each list that programs filter, by one documented filter after another, over a ledger whose newest intents were posted as any
// are. Of each filter p95 counts, and of a list its slowest filter.

import { ACCOUNTS_SCANNED_MAX } from '@countinghouse/contract/features/accounts';
import { INTENTS_SCANNED_MAX } from '@countinghouse/contract/features/intents';
import { POSTINGS_SCANNED_MAX } from '@countinghouse/contract/features/postings';
import { addDays } from '@countinghouse/kernel/reports/days';
import { type AccountFilter, allAccounts, listFilteredAccounts } from '@countinghouse/store/features/accounts/list';
import { findBalance } from '@countinghouse/store/features/balances/of-account';
import { allIntents, type IntentFilter, listIntents } from '@countinghouse/store/features/intents/list';
import { allPostings, listBookedPostings, type PostingFilter } from '@countinghouse/store/features/postings/list';
import type { Tx } from '@countinghouse/store/reader';
import { DAYS, entityIds, FIRST_DAY, type Filled, filledMetadata } from './fill.ts';

/** What a call answers by default. */
const PAGE = 100;
/** A party that no account has. */
const NOBODY = '00000000-0000-4000-8000-000000000000';
const PAST = addDays(FIRST_DAY, DAYS - 60);
const TODAY = new Date().toISOString().slice(0, 10);

export interface FilteredList {
  readonly name: string;
  readonly title: string;
  /** By the name of the filter: reads a page, and answers how many it has. */
  readonly by: Readonly<Record<string, (tx: Tx, filled: Filled) => Promise<number>>>;
}

const account = ({ books }: Filled): string => books.accounts[7] ?? '';

const intents =
  (filter: (filled: Filled) => Partial<IntentFilter>) =>
  async (tx: Tx, filled: Filled): Promise<number> => {
    const page = { limit: PAGE, scanned: INTENTS_SCANNED_MAX };
    return (await listIntents(tx, filled.books.tenantId, { ...allIntents, ...filter(filled) }, page)).intents.length;
  };
const postings =
  (filter: (filled: Filled) => Partial<PostingFilter>) =>
  async (tx: Tx, filled: Filled): Promise<number> => {
    const page = { before: null, limit: PAGE, scanned: POSTINGS_SCANNED_MAX };
    return (await listBookedPostings(tx, filled.books.tenantId, { ...allPostings, ...filter(filled) }, page)).postings.length;
  };
const accounts =
  (filter: (filled: Filled) => Partial<AccountFilter>, asOf: string | null = null) =>
  async (tx: Tx, filled: Filled): Promise<number> => {
    const page = { after: null, limit: PAGE, scanned: ACCOUNTS_SCANNED_MAX };
    return (await listFilteredAccounts(tx, filled.books.tenantId, { ...allAccounts, ...filter(filled) }, asOf, page)).accounts.length;
  };
const balance =
  (at: (filled: Filled) => { readonly knownAtSeq: number | null; readonly valueDate: string | null }) =>
  async (tx: Tx, filled: Filled): Promise<number> =>
    Number((await findBalance(tx, filled.books.tenantId, account(filled), at(filled))) !== null);

/** Filters of rows that intents and postings share. What leaves nothing is looked for as far as a call looks. */
const ofRows = {
  'no filter': () => ({}),
  account: (f: Filled) => ({ accountId: account(f) }),
  entity: () => ({ entityId: entityIds[1] ?? '' }),
  'a party that nobody has': () => ({ partyId: NOBODY }),
  currency: () => ({ currency: 'USD' }),
  'a currency that nothing has': () => ({ currency: 'EUR' }),
  'amounts from': () => ({ amountFrom: '125.50' }),
  'amounts that nothing has': () => ({ amountFrom: '1000000' }),
  'value dates': () => ({ valueFrom: TODAY, valueTo: TODAY }),
  'value dates that nothing new has': () => ({ valueFrom: PAST, valueTo: PAST }),
  'a stretch of booking dates': (f: Filled) => ({ afterSeq: Math.floor(f.lastSeq / 3), toSeq: Math.floor(f.lastSeq / 2) }),
  'use case': () => ({ useCase: 'manual_post' }),
  'a use case that nothing has': () => ({ useCase: 'none' }),
  'who asked': (f: Filled) => ({ actorId: f.books.owner.id }),
  'somebody who asked for nothing': () => ({ actorId: 'nobody' }),
  words: () => ({ q: 'invoice 2026' }),
  'words that nothing has': () => ({ q: 'no such words' }),
  metadata: () => ({ metadata: filledMetadata }),
  'metadata that nothing has': () => ({ metadata: { team: 'of nobody' } }),
} as const;

const each = <F, R>(filters: Readonly<Record<string, F>>, made: (filter: F) => R): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, made(filter)]));

export const filteredLists: readonly FilteredList[] = [
  {
    name: 'list-intents',
    title: 'a page of intents, by the slowest of their filters',
    by: each(
      {
        ...ofRows,
        executed: () => ({ status: 'executed' as const }),
        'waiting, of which there are none': () => ({ status: 'proposed' as const }),
      },
      intents,
    ),
  },
  {
    name: 'list-postings',
    title: 'a page of postings, by the slowest of their filters',
    by: each(ofRows, postings),
  },
  {
    name: 'list-accounts',
    title: 'a page of accounts, by the slowest of their filters',
    by: {
      'no filter': accounts(() => ({})),
      entity: accounts(() => ({ entityId: entityIds[1] ?? '' })),
      'the beginning of a code': accounts(() => ({ codePrefix: 'A99' })),
      'closed, of which there are none': accounts(() => ({ closed: true })),
      'a currency that none has': accounts(() => ({ currency: 'EUR' })),
      'a party that none has': accounts(() => ({ partyId: NOBODY })),
      'metadata that none has': accounts(() => ({ metadata: { team: 'of nobody' } })),
      'as of a value date': accounts(() => ({}), PAST),
    },
  },
  {
    name: 'account-balance',
    title: 'the balance of one account as of a value date and as known at a seq, by the slowest',
    by: {
      now: balance(() => ({ knownAtSeq: null, valueDate: null })),
      'as of a value date': balance(() => ({ knownAtSeq: null, valueDate: PAST })),
      'as known at a seq': balance((f) => ({ knownAtSeq: Math.floor(f.lastSeq / 2), valueDate: null })),
      both: balance((f) => ({ knownAtSeq: Math.floor(f.lastSeq / 2), valueDate: PAST })),
    },
  },
];
