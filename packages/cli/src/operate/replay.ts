import { connect } from '@countinghouse/store/connection';
import { listHeads } from '@countinghouse/store/operate/heads';
import { replay } from '@countinghouse/store/replay';
import { answer, withDatabase, withOwner } from './database.ts';

/** Replays every organisation, or one, and says where what is stored, or what policies said, differs from what the events say. 1 when it does. */
export function replayAll(only: string | null, json: boolean): Promise<number> {
  return withDatabase(async ({ where }) => {
    const writer = await connect(where, 'writer');
    const heads = (await listHeads(writer)).filter((h) => only === null || h.tenant_id === only);
    await writer.end();
    if (only !== null && heads.length === 0) throw new Error(`there is no organisation ${only}`);
    const reports: unknown[] = [];
    const lines: string[] = [];
    let faults = 0;
    for (const head of heads) {
      const startedMs = performance.now();
      const { state: _state, ...report } = await withOwner(where, (client) => replay(client, head.tenant_id));
      const seconds = (performance.now() - startedMs) / 1000;
      const sound = report.chainFault === null && report.differences.length === 0 && report.verdictFaults.length === 0;
      if (!sound) faults += 1;
      reports.push({ tenantId: head.tenant_id, ...report, seconds });
      lines.push(
        `${head.tenant_id}  ${report.events} events, ${report.postings} postings in ${seconds.toFixed(1)} s: ${sound ? 'equal' : 'DIFFERENT'}`,
      );
      if (report.chainFault !== null) lines.push(`  the chain breaks at seq ${report.chainFault.seq}: ${report.chainFault.what}`);
      for (const f of report.verdictFaults) lines.push(`  seq ${f.seq}: ${f.what}`);
      for (const d of report.differences) {
        for (const row of d.rows) {
          lines.push(`  ${d.table} ${row.key}`);
          lines.push(`    stored    ${row.live ?? 'not there'}`, `    replayed  ${row.replayed ?? 'not there'}`);
        }
      }
    }
    answer(json, lines.join('\n') || 'There is no organisation yet.', { organisations: reports });
    return faults === 0 ? 0 : 1;
  });
}
