// Matches what is open, a month of an account at a time. A run may be left anywhere, and several may go on at once: what is matched
// is in the log, what is proposed twice is taken once, and the next pass begins with what is still open.

import { randomUUID } from 'node:crypto';
import { insertRun, leaseRun, type RunRow, renewRun, updateRun } from '@countinghouse/store/features/recon/runs';
import { LEASE_SECONDS, whileRenewing } from '@countinghouse/store/lease';
import { Refusal } from '../../http/refusal.ts';
import { writtenEvents } from '../../route/outcome.ts';
import type { Services } from '../../services.ts';

/** Matches that one command takes. */
const CHUNK_MATCHES = 500;

type Needed = Pick<Services, 'ledger' | 'writerPool' | 'proposeNext'>;

/** Begins a run in a person's name and goes on with it for as long as `goOn` says; the worker takes on what is left. */
export async function beginRun(services: Needed, tenantId: string, userId: string, goOn: () => boolean): Promise<RunRow> {
  const run = await insertRun(services.writerPool, tenantId, randomUUID(), userId, LEASE_SECONDS);
  return advanceRun(services, run, goOn);
}

/** Goes on with runs that nobody is at. Answers how many rows it matched. */
export async function goOnMatching(services: Needed, stopping?: AbortSignal): Promise<number> {
  const goOn = (): boolean => stopping?.aborted !== true;
  let matched = 0;
  while (goOn()) {
    const run = await leaseRun(services.writerPool, LEASE_SECONDS);
    if (run === null) break;
    matched += (await advanceRun(services, run, goOn)).rows_matched - run.rows_matched;
  }
  return matched;
}

const advanceRun = (services: Needed, run: RunRow, goOn: () => boolean): Promise<RunRow> =>
  whileRenewing(
    () => renewRun(services.writerPool, run, LEASE_SECONDS),
    () => matchAll(services, run, goOn),
  );

async function matchAll(services: Needed, run: RunRow, goOn: () => boolean): Promise<RunRow> {
  const { writerPool } = services;
  const tenantId = run.tenant_id;
  let at = run;
  while (goOn()) {
    const after = at.after_account_id === null ? null : { accountId: at.after_account_id, month: at.after_month ?? '' };
    const open = await services.proposeNext(tenantId, after);
    if (open === null) return finish(services, { ...at, status: 'done' });
    const before = at.rows_matched;
    const { proposals } = open;
    for (let from = 0; from < proposals.length; from += CHUNK_MATCHES) {
      if (!goOn()) return finish(services, at);
      const chunk = proposals.slice(from, from + CHUNK_MATCHES);
      const outcome = await services.ledger.submit(tenantId, {
        type: 'recon.match',
        actor: { kind: 'user', id: run.started_by },
        runId: run.id,
        matches: chunk.map(({ reason, row_ids, ...m }) => ({ ...m, reason, row_ids, id: randomUUID(), account_id: open.month.accountId })),
      });
      // A read-only organisation is waited for; who left it ends their run.
      if (outcome.kind === 'refused') {
        const ended = await finish(services, outcome.code === 'TENANT_READONLY' ? at : { ...at, status: 'done' });
        if (ended.rows_matched === 0) throw new Refusal(outcome.code, outcome.details);
        return ended;
      }
      const matches = writtenEvents(outcome, 'recon.matched').flatMap((e) => e.payload.matches);
      const rows = matches.reduce((sum, m) => sum + m.row_ids.length, 0);
      at = { ...at, rows_done: at.rows_done + rows, rows_matched: at.rows_matched + rows, matches: at.matches + matches.length };
      await updateRun(writerPool, at, LEASE_SECONDS);
    }
    const { accountId, month } = open.month;
    const unmatched = Math.max(0, open.month.rows - (at.rows_matched - before));
    at = { ...at, rows_done: at.rows_done + unmatched, after_account_id: accountId, after_month: month };
    await updateRun(writerPool, at, LEASE_SECONDS);
  }
  return finish(services, at);
}

/** Notes the run and lets go of it. */
const finish = ({ writerPool }: Needed, run: RunRow): Promise<RunRow> => updateRun(writerPool, run, 0);
