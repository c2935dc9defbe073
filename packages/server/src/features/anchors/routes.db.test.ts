import { createPublicKey, hash, verify } from 'node:crypto';
import { anchors } from '@countinghouse/contract/features/anchors';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { fromHex, type Hashing, runHashing } from '@countinghouse/kernel/merkle/hashing';
import { verifyConsistency, verifyInclusion } from '@countinghouse/kernel/merkle/verify';
import { isSigned, originOf } from '@countinghouse/store/keys/checkpoint';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { openTimeStampAuthority, type TimeStampAuthority } from '@countinghouse/testkit/time-stamp-authority';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../../../tools/system-programs.ts';
import type { Services } from '../../services.ts';
import { Anchoring } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const HOUR_MS = 3_600_000;
const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const bytes = (hex: string): Uint8Array<ArrayBuffer> => fromHex(hex) ?? new Uint8Array();
const check = (hashing: Hashing<boolean>): boolean => runHashing(hashing, (b) => hash('sha256', b, 'buffer'));

const post = async (o: Organisation): Promise<number> => {
  const { body } = await o.owner.call(intents.execute, { body: o.intent() });
  return body.seq;
};
const make = async (o: Organisation) => (await o.owner.call(anchors.make, { body: {} })).body;
const prove = (o: Organisation, seq: number, anchor?: string) =>
  o.owner.call(anchors.proof, { params: { seq }, query: anchor === undefined ? {} : { anchor } });
const list = async (o: Organisation) => (await o.owner.call(anchors.list, { query: {} })).body.anchors;

describe('POST /api/v1/anchors', () => {
  test('401, 403: an owner only', async () => {
    expect(await testServer.nobody.send('POST', '/api/v1/anchors', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const o = await openOrganisation(testServer);
    expect(await (await o.member()).send('POST', '/api/v1/anchors', {})).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('200: fixes the root of the log under the chain key; once, until the log grows; in a read-only organisation too', async () => {
    const o = await openOrganisation(testServer);
    const seq = await post(o);
    const first = await make(o);
    expect(first).toMatchObject({ made: true, anchor: { from_seq: 1, to_seq: seq, hour: null, anchored: false, anchor_ref: null } });
    const keys = await testServer.opened.loginPool.query<{ public_jwk: string }>(
      'select public_jwk from signing_keys where tenant_id = $1',
      [o.tenantId],
    );
    const jwk = JSON.parse(keys.rows[0]?.public_jwk ?? '{}') as { x: string };
    const { checkpoint, root_hash } = first.anchor;
    expect(isSigned(checkpoint, { origin: originOf(o.tenantId), size: seq, root: bytes(root_hash) }, jwk.x)).toBe(true);
    expect(isSigned(checkpoint, { origin: originOf(o.tenantId), size: seq + 1, root: bytes(root_hash) }, jwk.x)).toBe(false);
    // Once more by hand, as C2SP signed-note says it.
    const [text = '', line = ''] = checkpoint.split('\n\n');
    expect(text.split('\n')).toEqual([`countinghouse/${o.tenantId}`, String(seq), Buffer.from(bytes(root_hash)).toString('base64')]);
    const note = Buffer.from(line.trim().split(' ')[2] ?? '', 'base64');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk.x }, format: 'jwk' });
    expect(verify(null, Buffer.from(`${text}\n`), key, note.subarray(4))).toBe(true);

    expect(await make(o)).toEqual({ made: false, anchor: first.anchor });
    await post(o);
    await o.deactivate();
    const second = await make(o);
    expect(second).toMatchObject({ made: true, anchor: { from_seq: seq + 1 } });
  });
});

describe('GET /api/v1/anchors', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/v1/anchors')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: newest first, a page at a time', async () => {
    const o = await openOrganisation(testServer);
    const made = [];
    for (let i = 0; i < 3; i++) {
      await post(o);
      made.unshift((await make(o)).anchor);
    }
    expect(await list(o)).toEqual(made);
    const page = await o.owner.call(anchors.list, { query: { limit: 1, before: made[0]?.to_seq ?? 0 } });
    expect(page.body.anchors).toEqual([made[1]]);
  });
});

describe('GET /api/v1/events/:seq/proof', () => {
  test('401, 404, 400: a session, an event there is, an anchor there is and that covers it', async () => {
    expect(await testServer.nobody.send('GET', '/api/v1/events/1/proof')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const o = await openOrganisation(testServer);
    const head = await o.headSeq();
    expect(await prove(o, head + 1)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await prove(o, 1, crypto.randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'));
    const { anchor } = await make(o);
    const seq = await post(o);
    expect(await prove(o, seq, anchor.id)).toMatchObject({
      ...refused(400, 'VALIDATION_ERROR'),
      body: { details: [{ path: 'anchor', message: `Choose an anchor that covers the event: this one ends at seq ${anchor.to_seq}.` }] },
    });
    const other = await openOrganisation(testServer);
    expect(await prove(other, 1, anchor.id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: against the log before an anchor covers it, then against the first that does, or the one that is named', async () => {
    const o = await openOrganisation(testServer);
    const seq = await post(o);
    const holds = async (anchor?: string) => {
      const { body } = await prove(o, seq, anchor);
      const [event] = (await o.owner.call(events.list, { query: { limit: 1, before: seq + 1 } })).body.events;
      expect([body.event_hash, body.leaf_index]).toEqual([event?.event_hash, seq - 1]);
      const proof = { index: body.leaf_index, size: body.tree_size, path: body.path.map(bytes) };
      expect(check(verifyInclusion(bytes(body.leaf_hash), proof, bytes(body.root_hash)))).toBe(true);
      expect(body.leaf_hash).toBe(hash('sha256', Buffer.concat([Buffer.from([0]), bytes(body.event_hash)])));
      expect(body.anchor?.root_hash ?? body.root_hash).toBe(body.root_hash);
      return body;
    };
    expect(await holds()).toMatchObject({ tree_size: seq, anchor: null });
    await post(o);
    const first = await make(o);
    await post(o);
    const second = await make(o);
    expect(await holds()).toMatchObject({ tree_size: seq + 1, anchor: { id: first.anchor.id } });
    expect(await holds(second.anchor.id)).toMatchObject({ tree_size: seq + 2, anchor: { id: second.anchor.id } });
  });
});

describe('GET /api/v1/anchors/consistency', () => {
  const consistency = (o: Organisation, from: string, to: string) => o.owner.call(anchors.consistency, { query: { from, to } });
  test('401, 404, 400: a session, anchors there are, in the order of time', async () => {
    const o = await openOrganisation(testServer);
    const first = (await make(o)).anchor;
    await post(o);
    const second = (await make(o)).anchor;
    const query = `?from=${first.id}&to=${second.id}`;
    expect(await testServer.nobody.send('GET', `/api/v1/anchors/consistency${query}`)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await consistency(o, first.id, crypto.randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await consistency(o, second.id, first.id)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('200: the log of the one grew to that of the other', async () => {
    const o = await openOrganisation(testServer);
    const first = (await make(o)).anchor;
    for (let i = 0; i < 5; i++) await post(o);
    const second = (await make(o)).anchor;
    const { body } = await consistency(o, first.id, second.id);
    expect([body.from, body.to]).toEqual([first, second]);
    const proof = { before: first.to_seq, size: second.to_seq, path: body.path.map(bytes) };
    expect(check(verifyConsistency(bytes(first.root_hash), proof, bytes(second.root_hash)))).toBe(true);
    expect((await consistency(o, first.id, first.id)).body.path).toEqual([]);
  });
});

describe('the hourly anchor', () => {
  const anchoring = (tsaUrl: string | null = null) => new Anchoring({ ...testServer.opened.services, tsaUrl });
  const at = (hours: number): Date => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS + hours * HOUR_MS + 1);

  test('is made once an hour of a log that grew, by several at once, after hours asleep, and kept by the object store', async () => {
    const o = await openOrganisation(testServer);
    const several = Array.from({ length: 4 }, () => anchoring());
    const hoursOf = async () => (await list(o)).map((a) => a.hour);
    for (const hour of [1, 2, 3]) {
      await post(o);
      await Promise.all(several.flatMap((one) => [one.pass(at(hour)), one.pass(at(hour))]));
    }
    expect(await hoursOf()).toHaveLength(3);
    // Nothing new, and then a sleep of five hours.
    await anchoring().pass(at(4));
    expect(await hoursOf()).toHaveLength(3);
    await post(o);
    await anchoring().pass(at(8));
    await post(o);
    await anchoring().pass(at(8));
    const hours = await hoursOf();
    expect(new Set(hours).size).toBe(4);
    for (const a of await list(o)) {
      // Kept here: nobody outside has it.
      expect(a).toMatchObject({ anchored: false, anchor_ref: `sha256:${hash('sha256', a.checkpoint)}`, time_stamp: null });
      const kept = await testServer.opened.services.objects.get(o.tenantId, hash('sha256', a.checkpoint));
      expect(kept.toString()).toBe(a.checkpoint);
    }
  });

  test('is recorded by the log once it is kept outside, and that is no reason for another', async () => {
    const o = await openOrganisation(testServer);
    await post(o);
    await Promise.all([anchoring(), anchoring()].map((one) => one.pass(at(40))));
    const recorded = async () => (await o.owner.call(events.list, { query: { type: 'log.anchored' } })).body.events;
    const [first] = await list(o);
    expect((await recorded()).map((e) => [e.actor_id, e.payload])).toEqual([
      ['system', { to_seq: first?.to_seq, anchors: 1, anchors_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), heads: expect.any(Number) }],
    ]);
    for (const hour of [41, 42]) await anchoring().pass(at(hour));
    expect([(await list(o)).length, (await recorded()).length]).toEqual([1, 1]);
    expect((await o.owner.call(anchors.make, { body: {} })).body).toMatchObject({ made: false, anchor: { id: first?.id } });
    await post(o);
    // What is not kept outside yet is not recorded; the next anchor is.
    const silent = anchoring('https://127.0.0.1:1/');
    await expect(silent.pass(at(43))).rejects.toThrow('the authority did not answer');
    expect([(await list(o)).length, (await recorded()).length]).toEqual([2, 1]);
    await anchoring().pass(at(44));
    expect((await recorded())[0]?.payload).toMatchObject({ anchors: 2 });
  });

  /** The services, dying at one step: before what it asks of the database or the object store is done, or right after. */
  function dying(step: number, when: 'before' | 'after'): { readonly services: Services; readonly died: () => boolean } {
    let steps = 0;
    let dead = false;
    const mortal = <T extends object>(target: T, names: readonly string[]): T =>
      new Proxy(target, {
        get: (of, name) => {
          const member = Reflect.get(of, name) as unknown;
          if (typeof member !== 'function') return member;
          if (!names.includes(String(name))) return member.bind(of) as unknown;
          return async (...given: unknown[]) => {
            steps += 1;
            const dies = steps === step;
            if (dead || (dies && when === 'before')) {
              dead = true;
              throw new Error('died');
            }
            const done = (await Reflect.apply(member, of, given)) as unknown;
            if (dies) {
              dead = true;
              // A process that dies takes its connections along.
              if (name === 'connect') (done as { release(destroy: boolean): void }).release(true);
              throw new Error('died');
            }
            return name === 'connect' ? mortal(done as object, ['query']) : done;
          };
        },
      });
    const { services } = testServer.opened;
    return {
      services: {
        ...services,
        tsaUrl: null,
        writerPool: mortal(services.writerPool, ['query', 'connect']),
        objects: mortal(services.objects, ['put']),
      },
      died: () => dead,
    };
  }
  test.each(['before', 'after'] as const)('is made once, and kept outside, wherever a pass dies: %s each step', async (when) => {
    // What other tests left undone would be done, and died at, first.
    await anchoring().pass(at(20));
    const o = await openOrganisation(testServer);
    let deaths = 0;
    for (let step = 1; ; step++) {
      const hour = at(20 + step);
      await post(o);
      const before = (await list(o)).length;
      const { services, died } = dying(step, when);
      await new Anchoring(services).pass(hour).catch(() => {});
      await anchoring().pass(hour);
      const now = await list(o);
      expect([step, now.length, now.every((a) => a.anchor_ref !== null)]).toEqual([step, before + 1, true]);
      if (!died()) break;
      deaths += 1;
    }
    // It met each of its own borders: reading, anchoring, the object store, noting the reference.
    expect(deaths).toBeGreaterThan(8);
    const hours = (await list(o)).map((a) => a.hour);
    expect(new Set(hours).size).toBe(hours.length);
  });

  describe.skipIf(!has('openssl'))('with a time-stamping authority', () => {
    let authority: TimeStampAuthority;
    beforeAll(async () => {
      authority = await openTimeStampAuthority();
    });
    afterAll(() => authority.close());
    test('is pending until the authority gives a token that openssl accepts, and asks again later where it fails', async () => {
      await anchoring().pass(at(9));
      const o = await openOrganisation(testServer);
      const one = anchoring(authority.url);
      authority.answerWith((body) => ({ status: 503, body }));
      await expect(one.pass(at(1))).rejects.toThrow('answered 503');
      expect(await list(o)).toMatchObject([{ anchored: false, anchor_ref: null, time_stamp: null }]);
      const asked = authority.requests();
      await one.pass(at(1));
      expect(authority.requests()).toBe(asked);
      authority.answerWith((body) => ({ body }));
      await one.pass(new Date(at(1).getTime() + 60_000));
      const [anchor] = await list(o);
      expect(anchor).toMatchObject({ anchored: true, anchor_ref: expect.stringMatching(/^rfc3161:[0-9a-f]+@\d{4}-/) });
      expect(authority.verify(anchor?.checkpoint ?? '', Buffer.from(anchor?.time_stamp ?? '', 'base64'))).toBe(true);
    });
  });
});
