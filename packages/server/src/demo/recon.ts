// The reconciliation of the demo as it would have gone: what the banks told is imported and matched by a run, then the last days come in and are open. One of
// their rows somebody looks into.

import { findLastRun } from '@countinghouse/store/features/recon/runs';
import { read } from '@countinghouse/store/reader';
import { toDrafts } from '../features/recon/file.ts';
import { identifyAll } from '../features/recon/identify.ts';
import { proposeNext } from '../features/recon/propose.ts';
import { beginRun } from '../features/recon/worker.ts';
import type { Services } from '../services.ts';
import { type DemoFeed, UNKNOWN_PAYER } from './bank-feeds.ts';
import type { DemoFrame } from './request.ts';

/** What is there already is refused or a duplicate; what was matched is not matched again. */
export async function reconcileBanks(services: Services, frame: DemoFrame, feeds: readonly DemoFeed[]): Promise<void> {
  const { ledger, readerPool, writerPool } = services;
  const { tenantId, maker } = frame;
  for (const { source, account, settled } of feeds) {
    const saved = { type: 'recon_source.save', actor: maker, name: source, accountId: account.id } as const;
    await ledger.submit(tenantId, { ...saved, bankAccount: settled.account, csv: null });
    await importStatement(services, frame, { source, account }, settled);
  }
  if ((await read(readerPool, { tenantId }, (tx) => findLastRun(tx, tenantId))) === null)
    await beginRun({ ledger, writerPool, proposeNext: (...asked) => proposeNext(readerPool, ...asked) }, tenantId, maker.id, () => true);
  for (const { source, account, latest } of feeds) if (latest !== null) await importStatement(services, frame, { source, account }, latest);
}

/** Takes in a statement; whoever nobody knows is looked into. */
async function importStatement(
  { ledger, pii, readerPool }: Services,
  { tenantId, maker, checker, idOf }: DemoFrame,
  feed: Pick<DemoFeed, 'source' | 'account'>,
  statement: NonNullable<DemoFeed['latest']>,
): Promise<void> {
  const { drafts, store } = await toDrafts(pii, tenantId, [statement], [feed]);
  const imported = await identifyAll(readerPool, tenantId, drafts);
  const id = idOf(`recon/import/${feed.source}/${statement.reference}`);
  await ledger.submit(tenantId, { type: 'recon.import', actor: maker, id, format: 'json', fileSha256: null, statements: imported }, store);
  const unknown = imported[0]?.rows[statement.lines.findIndex((l) => l.counterparty === UNKNOWN_PAYER)];
  if (unknown === undefined) return;
  const note = await pii.tokenise(tenantId, 'recon-note', 'No invoice of this amount. The payer is asked what it is for.');
  const noted = { type: 'recon.set_exception', actor: maker, rowId: unknown.id, ownerId: checker.id, noteToken: note.token } as const;
  await ledger.submit(tenantId, noted, [note.store]);
}
