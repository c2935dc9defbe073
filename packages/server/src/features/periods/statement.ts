// The statement of a locked period, made once and kept: what the log knew when the lock was written, whenever it is asked for.

import type { Statement } from '@countinghouse/contract/features/reports';
import type { StatementFile } from '@countinghouse/kernel/periods/events';
import type { PeriodRow } from '@countinghouse/store/features/periods/reads';
import { read } from '@countinghouse/store/reader';
import type { PrintedDocument } from '../../documents/document.ts';
import { renderPdf } from '../../documents/pdf.ts';
import { findKnown } from '../../route/as-of.ts';
import type { Services } from '../../services.ts';
import { loadStatement, type Standpoint } from '../../statements/load.ts';
import { csvOfStatement, printStatement } from '../../statements/print.ts';
import { sayDay } from '../../statements/words.ts';

type LockedRow = PeriodRow & { readonly locked_seq: number };
export const isLocked = (row: PeriodRow): row is LockedRow => row.locked_seq !== null;

async function* once(content: Buffer): AsyncIterable<Uint8Array> {
  yield content;
}

/** Makes and keeps both files: the trial balance as CSV; as PDF with the balance sheet and the income statement of the period. */
export async function keepStatement(
  { readerPool, objects, clock }: Pick<Services, 'readerPool' | 'objects' | 'clock'>,
  tenantId: string,
  period: LockedRow,
): Promise<readonly StatementFile[]> {
  const { trial, all } = await load(readerPool, tenantId, clock.now(), period);
  const contents = { csv: Buffer.from(csvOfStatement(trial)), pdf: await renderPdf(print(period, all)) };
  const files: StatementFile[] = [];
  for (const format of ['csv', 'pdf'] as const) {
    const { sha256, sizeBytes } = await objects.put(tenantId, once(contents[format]));
    files.push({ format, sha256, size_bytes: sizeBytes });
  }
  return files;
}

function load(
  readerPool: Services['readerPool'],
  tenantId: string,
  generatedAt: string,
  { period_start, period_end, locked_seq }: LockedRow,
): Promise<{ readonly trial: Statement; readonly all: readonly Statement[] }> {
  return read(readerPool, { tenantId }, async (tx) => {
    const { knownAtSeq, seq, event_hash } = await findKnown(tx, tenantId, { seq: locked_seq });
    const at: Standpoint = {
      tenantId,
      entity: null,
      knownAtSeq,
      position: { seq, event_hash, snapshot_id: null },
      generatedAt,
    };
    const asked = { compare: 'none', currency: undefined } as const;
    const day = { from: null, as_of: period_end };
    const trial = await loadStatement(tx, 'trial-balance', at, { ...asked, period: day });
    const sheet = await loadStatement(tx, 'balance-sheet', at, { ...asked, period: day });
    const income = await loadStatement(tx, 'income-statement', at, { ...asked, period: { from: period_start, as_of: period_end } });
    return { trial, all: [trial, sheet, income] };
  });
}

/** One document: the tables of each statement under its name. */
function print(period: PeriodRow, statements: readonly Statement[]): PrintedDocument {
  const printed = statements.map(printStatement);
  const [first] = printed as [PrintedDocument];
  return {
    ...first,
    title: `Statement of ${period.period_code}`,
    facts: [
      `Period ${sayDay(period.period_start)} – ${sayDay(period.period_end)}, all entities`,
      `Locked at event ${period.locked_seq}, trial balance SHA-256 ${period.trial_balance_sha256}`,
    ],
    tables: printed.flatMap((p) =>
      p.tables.map((table) => ({ ...table, heading: table.heading === null ? p.title : `${p.title}, ${table.heading}` })),
    ),
    notes: [...new Set(printed.flatMap((p) => p.notes))],
  };
}
