// The month before the last one is closed: an adjustment that was found meanwhile, the revaluation of foreign accounts, and the
// statement, which is published. The close of the last month has begun.

import type { Command } from '@countinghouse/kernel/ledger/commands';
import { readInstant } from '@countinghouse/kernel/time/instant';
import { findPeriodOf } from '@countinghouse/store/features/periods/reads';
import { read } from '@countinghouse/store/reader';
import { isLocked, keepStatement } from '../features/periods/statement.ts';
import type { Services } from '../services.ts';
import { closeTasks, closeTemplate } from './close-tasks.ts';
import { type DemoFrame, intentOf, type Month, monthsToClose } from './request.ts';

/** Days after the end of a month up to which its tasks are done. */
const ALL_DONE = 31;
const BEGUN = 1;

/** What is there already is refused or a duplicate. */
export async function closePeriods(services: Services, frame: DemoFrame): Promise<void> {
  const { ledger, readerPool } = services;
  const { tenantId, maker: actor, idOf } = frame;
  const { closed, closing: last } = monthsToClose(frame);
  const submit = (command: Command) => ledger.submit(tenantId, command);
  const start = async (month: Month, evidenceRef: string) => {
    const valuationSnapshotId = idOf(`snapshot/${month.end}`);
    const effectiveUs = readInstant(`${month.end}T23:59:59.999999Z`);
    const rates = { id: valuationSnapshotId, kind: 'fx', label: `Closing rates of ${month.end}`, source: 'demo', effectiveUs } as const;
    await submit({ type: 'snapshot.take', actor, ...rates });
    const id = idOf(`period/${month.start}`);
    await submit({ type: 'period.start', actor, id, ...month, valuationSnapshotId, snapshotKind: 'fx', evidenceRef });
  };
  await submit(closeTemplate(frame));
  await start(closed, 'Binder 1, section A');
  for (const command of closeTasks(frame, closed, ALL_DONE)) await submit(command);
  const accrual = { debit: 'OFFICE-EUR', credit: 'PAYABLES-EUR', amount: '1180.00', currency: 'EUR', narrative: 'Accrual, audit fee' };
  const adjusted = await submit(intentOf(frame, { key: 'demo-adjustment', valueDate: closed.end, rows: [accrual] }));
  const [event] = adjusted.kind === 'written' ? adjusted.events : [];
  await submit({ type: 'period.revalue', actor, start: closed.start, end: closed.end, valuationSnapshotId: null });
  await submit({
    type: 'period.lock',
    actor,
    ...closed,
    evidenceRef: 'Binder 1, section B',
    adjustmentsSnapshotId: idOf('snapshot/reference'),
    adjustmentsSnapshotKind: 'reference',
    adjustingEvent: event === undefined ? null : { eventId: event.eventId, seq: event.seq, there: true },
  });
  const row = await read(readerPool, { tenantId }, (tx) => findPeriodOf(tx, tenantId, closed.start, closed.end));
  if (row?.status === 'locked' && isLocked(row)) {
    const files = await keepStatement(services, tenantId, row);
    const statementUri = `/api/internal/periods/${row.id}/statement/pdf`;
    await submit({ type: 'period.publish', actor, ...closed, evidenceRef: null, statementUri, files });
  }
  await start(last, 'Binder 2, section A');
  for (const command of closeTasks(frame, last, BEGUN)) await submit(command);
}
