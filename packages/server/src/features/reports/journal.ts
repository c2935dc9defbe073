// The journal as it goes out: page after page, each read for itself, so that neither memory nor a connection is held while a slow
// caller reads. What is in the log stays as it is: pages up to one seq fit together.

import { Readable } from 'node:stream';
import type { Pool } from '@countinghouse/store/connection';
import { type JournalAsked, type JournalRow, listJournal } from '@countinghouse/store/features/reports/reads';
import { read } from '@countinghouse/store/reader';
import { csvOf } from '../../documents/csv.ts';
import { decimalOfAmount, hledgerHead, hledgerOf, type NamedAccount } from './hledger.ts';

const PAGE_ROWS = 2_000;

export interface JournalSource {
  readonly pool: Pool;
  readonly tenantId: string;
  readonly asked: JournalAsked;
}

async function* pagesOf({ pool, tenantId, asked }: JournalSource): AsyncGenerator<readonly JournalRow[]> {
  let after = { seq: 0, line: 0 };
  for (;;) {
    const page = await read(pool, { tenantId }, (tx) => listJournal(tx, tenantId, asked, after, PAGE_ROWS));
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return;
    after = last;
  }
}

const head = [
  'seq',
  'line',
  'booked_at',
  'value_date',
  'intent_id',
  'debit_account',
  'debit_entity',
  'credit_account',
  'credit_entity',
  'amount',
  'currency',
  'narrative',
];

async function* csvParts(source: JournalSource): AsyncGenerator<string> {
  yield csvOf([head]);
  for await (const page of pagesOf(source)) {
    if (page.length === 0) return;
    yield csvOf(
      page.map((p) => [
        { figure: String(p.seq) },
        { figure: String(p.line) },
        p.booked_at,
        p.value_date,
        p.intent_id ?? '',
        p.debit_code,
        p.debit_entity ?? '',
        p.credit_code,
        p.credit_entity ?? '',
        { figure: decimalOfAmount(p.amount, p.currency) },
        p.currency,
        p.narrative,
      ]),
    );
  }
}

async function* hledgerParts(
  source: JournalSource,
  organisation: string,
  accounts: ReadonlyMap<string, NamedAccount>,
): AsyncGenerator<string> {
  yield hledgerHead(organisation, source.asked.throughSeq, [...accounts.values()]);
  for await (const page of pagesOf(source)) if (page.length > 0) yield hledgerOf(page, accounts);
}

export const streamCsv = (source: JournalSource): Readable => Readable.from(csvParts(source), { objectMode: false });

export const streamHledger = (source: JournalSource, organisation: string, accounts: ReadonlyMap<string, NamedAccount>): Readable =>
  Readable.from(hledgerParts(source, organisation, accounts), { objectMode: false });
