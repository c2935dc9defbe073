// A receipt of an event that says what no system writes: signed as it is, it is told, and ends no check of others.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { executed, MadeLog, TENANT } from '@countinghouse/testkit/made-log';
import { givenKey } from '@countinghouse/testkit/verified';
import { expect, test } from 'vitest';
import { leafHash } from './merkle.js';
import { receiptToText, verifyReceipt } from './receipt.js';
import { StretchTree } from './stretch-tree.js';

test('rows that are no objects are none', async () => {
  const made = new MadeLog();
  made.append('intent.executed', executed('i', { rows: [null, 'x', { amount: '1.00000000' }] }));
  made.anchor();
  const events = made.lines.filter((line) => line['kind'] === 'event').map(({ kind: _kind, ...event }) => event);
  const leaves = events.map((event) => leafHash(String(event['event_hash'])));
  const tree = new StretchTree({ size: leaves.length, from: 0, leaves, outside: [] });
  const base64 = (bytes: string | Uint8Array): string => Buffer.from(bytes as string).toString('base64');
  const chain_keys = [{ kid: made.chain.kid, public_jwk: made.chain.jwk }];
  const extra = { format: 'countinghouse-receipt', version: 1, tenant_id: TENANT, event: events.at(-1), chain_keys } as JsonObject;
  const index = leaves.length - 1;
  const path = tree.path(index).map((hash) => `${base64(hash)}\n`);
  const checkpoint = made.lines.find((line) => line['kind'] === 'anchor')?.['checkpoint'];
  const text = `c2sp.org/tlog-proof@v1\nextra ${base64(canonicalize(extra))}\nindex ${index}\n${path.join('')}\n${String(checkpoint)}`;
  const { proven, fault } = await verifyReceipt(Buffer.from(text), givenKey(made.chain.jwk), null);
  expect(fault).toBe(null);
  expect(proven === null ? '' : receiptToText('file', proven, true)).toContain('1.00000000');
});
