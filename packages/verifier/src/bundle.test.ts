// Bundles made by hand: what is handed over as an event is one that hashes to what it says.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { executed, MadeLog, rowOf, TENANT } from '@countinghouse/testkit/made-log';
import { givenKey } from '@countinghouse/testkit/verified';
import { expect, test } from 'vitest';
import { verifyBundle } from './bundle.js';
import { leafHash } from './merkle.js';
import { StretchTree } from './stretch-tree.js';
import { toldOfIntent } from './told.js';

const made = new MadeLog();
made.append('intent.executed', executed('i'));
made.anchor();
const events = made.lines.filter((line) => line['kind'] === 'event').map(({ kind: _kind, ...event }) => event);
const leaves = events.map((event) => leafHash(String(event['event_hash'])));
const tree = new StretchTree({ size: leaves.length, from: 0, leaves, outside: [] });
const pathOf = (seq: number): string[] => tree.path(seq - 1).map((hash) => Buffer.from(hash).toString('hex'));

/** The bundle of the last of these events, each with the path of its seq; beside them what they say, or as said. */
function bundleOf(of: readonly JsonObject[], more: object = {}): string {
  const inclusion = of.map(({ seq }) => ({ seq, leaf_index: Number(seq) - 1, path: pathOf(Number(seq)) }));
  const { checkpoint, root_hash, kid } = made.lines.find((line) => line['kind'] === 'anchor') ?? {};
  const proof = { tree_size: leaves.length, root_hash, checkpoint, kid, public_jwk: made.chain.jwk, inclusion };
  const beside = { ...toldOfIntent(of), tenant_id: TENANT, events: of, proof, ...more };
  return canonicalize(JSON.parse(JSON.stringify({ format: 'countinghouse-evidence', version: 1, kind: 'intent', ...beside })));
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

test.each([
  { kind: 'period' },
  { kind: 'else' },
  { intent: { intent_id: 'i', actor_id: 'another' } },
  { approvals: [{ id: 'a', decisions: [{ decision: 'approved', by: 'a checker' }] }] },
  { checks: { ladder: { passed: true } } },
])('beside the events nothing else stands than they say: %j', async (more) => {
  expect(await verifyBundle(bundleOf(events.slice(3), more), null)).toMatchObject({ fault: { code: 'told' } });
});
