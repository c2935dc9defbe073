// What a bundle of evidence has in it, proven without asking anybody.

import { hash } from 'node:crypto';
import { approvals } from '@countinghouse/contract/features/approvals';
import { type EvidenceBundle, evidence } from '@countinghouse/contract/features/evidence';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { checkLink, type StoredLink } from '@countinghouse/kernel/chain/check-link';
import { fromHex, hashLeaf, runHashing } from '@countinghouse/kernel/merkle/hashing';
import { verifyInclusion } from '@countinghouse/kernel/merkle/verify';
import { isSigned, originOf } from '@countinghouse/store/keys/checkpoint';
import { holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { eventsOf, linesOf, post, vaultOf } from '@countinghouse/testkit/evidence';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeEvidence } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const sha256 = (text: string): string => hash('sha256', text);
const bytes = (hex: string): Uint8Array<ArrayBuffer> => fromHex(hex) ?? new Uint8Array();
/** As docs/reference/evidence-format.md has it, as far as it is looked at here. */
interface Content {
  readonly name: string;
  readonly tenant_id: string;
  readonly intent?: { readonly intent_id: string; readonly status: string };
  readonly request?: Readonly<Record<string, unknown>>;
  readonly receipt?: Readonly<Record<string, unknown>>;
  readonly checks?: { readonly ladder: Readonly<Record<string, unknown>>; readonly fingerprint: string };
  readonly approvals?: readonly {
    readonly id: string;
    readonly maker_id: string;
    readonly decisions: readonly Readonly<Record<string, unknown>>[];
  }[];
  readonly postings?: readonly Readonly<Record<string, unknown>>[];
  readonly period?: Readonly<Record<string, unknown>>;
  readonly statement?: { readonly files: readonly { readonly format: string; readonly sha256: string }[] };
  readonly trial_balance?: { readonly sha256: string };
  readonly events: readonly (Omit<StoredLink, 'tenant_id'> & { readonly event_type: string })[];
  readonly proof: {
    readonly tree_size: number;
    readonly root_hash: string;
    readonly checkpoint: string;
    readonly public_jwk: { readonly x: string };
    readonly inclusion: readonly { readonly seq: number; readonly leaf_index: number; readonly path: readonly string[] }[];
  };
}

/** What is handed out, as text. */
const textOf = async (o: Organisation, id: string): Promise<string> => {
  const answer = await o.owner.call(evidence.content, { params: { id } });
  expect(answer.status).toBe(200);
  return JSON.stringify(answer.body);
};

/** The content of a bundle, after everything in it was proven without asking anybody; a pack has the event that decided. */
async function prove(o: Organisation, { id, seq, content_sha256, size }: EvidenceBundle): Promise<Content> {
  const text = await textOf(o, id);
  expect([sha256(text), Buffer.byteLength(text)]).toEqual([content_sha256, size]);
  const content = JSON.parse(text) as Content;
  const { proof, events } = content;
  const root = bytes(proof.root_hash);
  const checkpoint = { origin: originOf(o.tenantId), size: proof.tree_size, root };
  expect(isSigned(proof.checkpoint, checkpoint, proof.public_jwk.x)).toBe(true);
  expect(proof.inclusion.map((i) => i.seq)).toEqual(events.map((e) => e.seq));
  const packed = (await eventsOf(testServer, o)).find((e) => e.seq === seq);
  expect(packed).toMatchObject(events.at(-1) ?? {});
  const digest = (b: Uint8Array<ArrayBuffer>): Uint8Array => hash('sha256', b, 'buffer');
  for (const [i, event] of events.entries()) {
    const before = { seq: event.seq - 1, hash: event.prev_hash };
    expect(checkLink(sha256, before, { ...event, tenant_id: content.tenant_id })).toBe(null);
    const { leaf_index: index = -1, path: steps = [] } = proof.inclusion[i] ?? {};
    expect(index).toBe(event.seq - 1);
    const leaf = runHashing(hashLeaf(bytes(event.event_hash)), digest);
    expect(runHashing(verifyInclusion(leaf, { index, size: proof.tree_size, path: steps.map(bytes) }, root), digest)).toBe(true);
  }
  return content;
}

describe('a bundle', () => {
  test('of an executed intent has its request, receipt, checks, postings and proof; nothing is left open', async () => {
    const o = await openOrganisation(testServer);
    const body = o.intent();
    // What accounts held after it is in the answer alone: a bundle says what was posted.
    const { balances: _balances, ...receipt } = (await o.owner.call(intents.execute, { body })).body;
    expect(await writeEvidence(testServer.opened.services)).toBe(1);
    const [bundle] = await vaultOf(o);
    const content = await prove(o, bundle as EvidenceBundle);
    expect(content).toMatchObject({
      name: `intents/${body.intent_id}`,
      tenant_id: o.tenantId,
      intent: { intent_id: body.intent_id, status: 'executed', actor_id: o.owner.id },
      request: body,
      receipt,
      checks: { ladder: { passed: true }, signature: { signature: 'absent' } },
      approvals: [],
      postings: [{ debit_account_id: o.cash, credit_account_id: o.bank, amount: '10.00000000' }],
    });
    expect(content.events).toHaveLength(1);
  });
  test('of a rejected intent says which rung failed and why', async () => {
    const o = await openOrganisation(testServer);
    await post(o, { proposed_actions: [row('CASH', 'NOWHERE', '1')] });
    await writeEvidence(testServer.opened.services);
    const [bundle] = await vaultOf(o);
    const { checks, receipt, postings } = await prove(o, bundle as EvidenceBundle);
    expect(receipt).toMatchObject({ ok: false, status: 'rejected', error: checks?.ladder['code'] });
    expect([checks?.ladder['passed'], postings]).toEqual([false, []]);
    expect(bundle?.metadata).toMatchObject({ status: 'rejected', error: receipt?.['error'] });
  });
  test('of what was held is written once it is decided, and tells who asked and who decided', async () => {
    const o = await openApprovals(testServer);
    const held = await holdBack(o, o.maker);
    expect(await writeEvidence(testServer.opened.services)).toBe(0);
    expect(await vaultOf(o)).toEqual([]);
    await o.checker.call(approvals.approve, { params: { id: held.approvalId }, body: { comment: 'Seen the invoice' } });
    const refusedOne = await holdBack(o, o.maker);
    await o.checker.call(approvals.reject, { params: { id: refusedOne.approvalId }, body: { reason: 'Wrong account' } });
    expect(await writeEvidence(testServer.opened.services)).toBe(2);
    const [rejected, approved] = await Promise.all((await vaultOf(o)).map((b) => prove(o, b)));
    expect(approved?.approvals).toMatchObject([
      {
        id: held.approvalId,
        maker_id: o.maker.id,
        decisions: [{ decision: 'approved', by: o.checker.id, comment: 'Seen the invoice', remaining: 0 }],
      },
    ]);
    expect(approved?.events.map((e) => e.event_type)).toEqual([
      'intent.proposed',
      'approval.approved',
      'intent.validated',
      'intent.executed',
    ]);
    expect(rejected).toMatchObject({
      intent: { status: 'rejected' },
      approvals: [{ decisions: [{ decision: 'rejected', by: o.checker.id, comment: 'Wrong account', code: 'REJECTED' }] }],
      checks: { ladder: { passed: false, code: 'REJECTED' } },
    });
  });
  test('of a published period has its trial balance and names its files; published again, it is another', async () => {
    const o = await openOrganisation(testServer);
    const range = { period_start: '2025-03-01', period_end: '2025-03-31' };
    const publish = async () => {
      await o.owner.call(periods.lock, { body: range });
      return (await o.owner.call(periods.publish, { body: range })).body.period;
    };
    await o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } });
    const published = await publish();
    expect(await writeEvidence(testServer.opened.services)).toBe(1);
    const [bundle] = await vaultOf(o);
    expect(bundle).toMatchObject({ intent_id: null, name: 'periods/2025-03', metadata: { kind: 'period', files: 2 } });
    const content = await prove(o, bundle as EvidenceBundle);
    expect(content).toMatchObject({
      period: { id: published.id, published_by: o.owner.id },
      trial_balance: { sha256: published.trial_balance_sha256 },
      statement: { files: published.files },
    });
    expect(content.events.map((e) => e.event_type)).toEqual(['period.closing', 'period.locked', 'period.published']);
  });
  test('has no word of a person: what tells of one is a token, as in the log', async () => {
    const o = await openOrganisation(testServer);
    const guest = `canary-${o.tenantId.slice(0, 8)}@example.test`;
    await o.invite(guest);
    await post(o);
    await writeEvidence(testServer.opened.services);
    const [bundle, ...others] = await vaultOf(o);
    expect([bundle?.intent_id, others]).toEqual([expect.any(String), []]);
    for (const text of [await textOf(o, bundle?.id ?? ''), ...(await linesOf(testServer, o))]) {
      for (const word of [guest, o.owner.email]) expect(text).not.toContain(word);
    }
  });
});
