// Bundles made by hand: what is handed over as an event is one that hashes to what it says.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { executed, MadeLog, rowOf, TENANT } from '@countinghouse/testkit/made-log';
import { givenKey } from '@countinghouse/testkit/verified';
import { expect, test } from 'vitest';
import { verifyBundle } from './bundle.js';
import { leafHash } from './merkle.js';
import { StretchTree } from './stretch-tree.js';

const made = new MadeLog();
made.append('intent.executed', executed('i'));
made.anchor();
const events = made.lines.filter((line) => line['kind'] === 'event').map(({ kind: _kind, ...event }) => event);
const leaves = events.map((event) => leafHash(String(event['event_hash'])));
const tree = new StretchTree({ size: leaves.length, from: 0, leaves, outside: [] });
const pathOf = (seq: number): string[] => tree.path(seq - 1).map((hash) => Buffer.from(hash).toString('hex'));

/** The bundle of the last of these events, each with the path of its seq. */
function bundleOf(of: readonly JsonObject[]): string {
  const last = of.at(-1) ?? {};
  const { intent_id, evidence_ref, request, rows } = JSON.parse(String(last['payload'])) as JsonObject;
  const receipt = { ok: true, intentId: intent_id, seq: last['seq'], eventId: last['event_id'], eventHash: last['event_hash'] };
  const inclusion = of.map(({ seq }) => ({ seq, leaf_index: Number(seq) - 1, path: pathOf(Number(seq)) }));
  const { checkpoint, root_hash, kid } = made.lines.find((line) => line['kind'] === 'anchor') ?? {};
  const proof = { tree_size: leaves.length, root_hash, checkpoint, kid, public_jwk: made.chain.jwk, inclusion };
  const told = { name: evidence_ref, tenant_id: TENANT, request, receipt, postings: rows, events: of, proof };
  return canonicalize({ format: 'countinghouse-evidence', version: 1, kind: 'intent', ...told } as JsonObject);
}

test('a bundle of an event and what led to it is proven', async () => {
  expect((await verifyBundle(bundleOf(events.slice(3)), givenKey(made.chain.jwk))).fault).toBe(null);
});

test('what calls itself another line than an event is none that was proven', async () => {
  const payload = canonicalize(executed('i', { rows: [rowOf({ amount: '9999999.00000000' })] }));
  const forged = { ...events[4], kind: 'note', payload } as JsonObject;
  const bundle = bundleOf([...events.slice(3, 4), forged]);
  expect(await verifyBundle(bundle, givenKey(made.chain.jwk))).toMatchObject({ proven: null, fault: { code: 'event' } });
});
