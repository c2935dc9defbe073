import { existsSync, readFileSync } from 'node:fs';
import { type PastVerdict, testOnPast } from '@countinghouse/server/features/policies/past';
import { connect } from '@countinghouse/store/connection';
import { findSpec } from '@countinghouse/store/features/policies/reads';
import { listHeads } from '@countinghouse/store/operate/heads';
import { answer, withDatabase } from './database.ts';

interface Options {
  readonly tenant?: string | undefined;
  readonly since?: string | undefined;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const instant = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z)?$/;

/** Says which past intents a policy, a file or the id of a control, would have refused or held. 1 where there are any. */
export function testPolicy(what: string, { tenant, since }: Options, json: boolean): Promise<number> {
  if (since !== undefined && !instant.test(since)) return Promise.reject(new Error('give --since as 2026-01-31 or 2026-01-31T12:00:00Z'));
  return withDatabase(async ({ where }) => {
    const client = await connect(where, 'writer', { statement_timeout: 0 });
    try {
      const heads = await listHeads(client);
      const tenantId = tenant ?? (heads.length === 1 ? heads[0]?.tenant_id : undefined);
      if (tenantId === undefined) throw new Error('there are several organisations: name one with --tenant');
      if (!heads.some((h) => h.tenant_id === tenantId)) throw new Error(`there is no organisation ${tenantId}`);
      const spec = existsSync(what) ? readSpecFile(what) : uuid.test(what) ? await findSpec(client, tenantId, what) : null;
      if (spec === null) throw new Error(`there is neither a file nor a control ${what}`);
      const found: PastVerdict[] = [];
      const report = await testOnPast(client, tenantId, spec, since ?? null, (verdict) => found.push(verdict));
      const lines = found.map((v) => `${v.at}  seq ${v.seq}  ${v.intentId}  ${v.useCase}  ${sayOf(v)}`);
      const { tested, refused, held } = report;
      lines.push(`${tested} ${tested === 1 ? 'intent' : 'intents'}: ${refused} would have been refused, ${held} held for approval.`);
      answer(json, lines.join('\n'), { tenantId, ...report, verdicts: found });
      return found.length === 0 ? 0 : 1;
    } finally {
      await client.end();
    }
  });
}

function readSpecFile(file: string): Parameters<typeof testOnPast>[2] {
  try {
    const spec = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (typeof spec === 'object' && spec !== null && !Array.isArray(spec)) return spec as Parameters<typeof testOnPast>[2];
  } catch {
    // Said below, in one line.
  }
  throw new Error(`${file}: Spec must be valid JSON`);
}

function sayOf({ allows, answer: said, why }: PastVerdict): string {
  if (!allows) return why === null ? 'refused' : `refused: ${why}`;
  return `held for ${said === true ? 1 : String(said)}`;
}
