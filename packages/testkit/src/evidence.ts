// The vault of an organisation: what is posted, and what its packs have in them.

import { gunzipSync } from 'node:zlib';
import { type EvidenceBundle, evidence } from '@countinghouse/contract/features/evidence';
import { intents } from '@countinghouse/contract/features/intents';
import type { Organisation } from './organisation.ts';
import type { TestServer } from './test-server.ts';

export const post = async (o: Organisation, more = {}): Promise<string> => {
  const body = o.intent(more);
  await o.owner.call(intents.execute, { body });
  return body.intent_id;
};
export const vaultOf = async (o: Organisation): Promise<readonly EvidenceBundle[]> =>
  (await o.owner.call(evidence.list, { query: {} })).body.evidence;
interface StoredPack {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly bundles: number;
  readonly size_bytes: number;
  readonly content_sha256: string;
}
export const packsOf = async (testServer: TestServer, o: Organisation): Promise<readonly StoredPack[]> =>
  (
    await testServer.opened.loginPool.query<StoredPack>(
      'select first_seq, last_seq, bundles, size_bytes, content_sha256 from evidence_packs where tenant_id = $1 order by first_seq',
      [o.tenantId],
    )
  ).rows;
/** Every line of the packs of an organisation: its events, as far as they are packed. */
export async function linesOf(testServer: TestServer, o: Organisation): Promise<readonly string[]> {
  const packs = await packsOf(testServer, o);
  const contents = await Promise.all(packs.map((p) => testServer.opened.services.objects.get(o.tenantId, p.content_sha256)));
  return contents.flatMap((content) => gunzipSync(content).toString().split('\n').slice(0, -2));
}
interface PackedLine {
  readonly seq: number;
  readonly event_type: string;
  readonly event_hash: string;
  readonly payload: string;
}
export const eventsOf = async (testServer: TestServer, o: Organisation): Promise<readonly PackedLine[]> =>
  (await linesOf(testServer, o)).map((line) => JSON.parse(line) as PackedLine);
