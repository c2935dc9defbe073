import { BATCH_BODY_BYTES_MAX, type BatchResult, type IntentInput } from '@countinghouse/contract/features/intents';
import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import type { CallOptions, Client } from './client.ts';
import { type PostOptions, postAll } from './post-all.ts';

interface Body {
  readonly intents: readonly IntentInput[];
  readonly atomic: boolean;
}
const item = (n: number, more: Partial<IntentInput> = {}) => ({
  n,
  intent: { intent_id: `i-${n}`, idem_key: `k-${n}`, tenant_id: 't-1', ...more } as IntentInput,
});
const items = (count: number) => Array.from({ length: count }, (_, n) => item(n));
const executed = ({ intent_id }: IntentInput, index: number): BatchResult => ({
  index,
  intentId: intent_id,
  status: 200,
  receipt: { ok: true, status: 'executed', intentId: intent_id, eventId: '', eventHash: '', seq: index, duplicate: false },
});
const all = async (body: Body): Promise<readonly BatchResult[]> => body.intents.map(executed);

/** A client whose server answers a batch so; it notes the sizes and organisations of its calls, and how many were under way at once. */
function clientOf(answer: (body: Body, call: number) => Promise<readonly BatchResult[]> = all) {
  const calls: { readonly size: number; readonly tenantId: string | undefined }[] = [];
  let [now, most] = [0, 0];
  const call = async (_route: unknown, { body }: { readonly body: Body }, options?: CallOptions) => {
    calls.push({ size: body.intents.length, tenantId: options?.tenantId });
    now += 1;
    most = Math.max(most, now);
    try {
      const results = await answer(body, calls.length);
      return { ok: true, executed: results.length, results };
    } finally {
      now -= 1;
    }
  };
  return { client: { call } as unknown as Client, calls, most: () => most };
}
async function post(client: Client, some: Parameters<typeof postAll>[1], options: PostOptions = {}) {
  const posted: { readonly n: number; readonly status: number; readonly code: string | undefined }[] = [];
  for await (const { item, status, error } of postAll(client, some as ReturnType<typeof items>, options))
    posted.push({ n: item.n, status, code: error?.code });
  return posted;
}
const refused = (status: number, code: string, details?: unknown) => new ApiError({ code, status, payload: { code, details } });

describe('any number of intents', () => {
  test('asks for proofs where it is to, and hands them on', async () => {
    const queries: unknown[] = [];
    const proof = { tlog_proof: null, path: '/p', expected_at: '2026-01-31T12:00:00.000Z' };
    const call = async (_route: unknown, { body, query }: { readonly body: Body; readonly query: unknown }) => {
      queries.push(query);
      const results = body.intents.map(executed).map((result) => ({ ...result, receipt: { ...result.receipt, proof } }));
      return { ok: true, executed: results.length, results };
    };
    const told: unknown[] = [];
    for (const proofs of [true, false])
      for await (const { receipt } of postAll({ call } as unknown as Client, items(1), { proofs })) told.push(receipt?.proof);
    expect([queries, told]).toEqual([
      [{ proof: 'tlog-proof' }, {}],
      [proof, proof],
    ]);
  });
  test('goes in batches of at most five hundred, answered one by one in order, whether they come at once or over time', async () => {
    for (const some of [
      items(1201),
      (async function* () {
        yield* items(1201);
      })(),
    ]) {
      const { client, calls } = clientOf();
      expect(await post(client, some)).toEqual(items(1201).map(({ n }) => ({ n, status: 200, code: undefined })));
      expect(calls.map((c) => c.size)).toEqual([500, 500, 201]);
    }
  });
  test('none is no call', async () => {
    const { client, calls } = clientOf();
    expect(await post(client, [])).toEqual([]);
    expect(calls).toEqual([]);
  });
  test('a batch never outgrows the body that the server takes, counted in bytes', async () => {
    const sizes: number[] = [];
    const { client, calls } = clientOf(async (body) => {
      sizes.push(Buffer.byteLength(JSON.stringify(body)));
      return all(body);
    });
    const large = Array.from({ length: 20 }, (_, n) => item(n, { constraints: { note: 'é'.repeat(200_000) } }));
    expect(await post(client, large)).toHaveLength(20);
    expect(calls.map((c) => c.size)).toEqual([9, 9, 2]);
    expect(Math.max(...sizes)).toBeLessThan(BATCH_BODY_BYTES_MAX);
  });
  test('each batch goes to the organisation that its intents name', async () => {
    const { client, calls } = clientOf();
    await post(client, [item(1), item(2), item(3, { tenant_id: 't-2' })]);
    expect(calls).toEqual([
      { size: 2, tenantId: 't-1' },
      { size: 1, tenantId: 't-2' },
    ]);
  });
  test('as many calls as are allowed are under way at once, and the answers keep their order', async () => {
    const waiting: (() => void)[] = [];
    const { client, calls, most } = clientOf(async (body) => {
      await new Promise<void>((resolve) => void waiting.push(resolve));
      return all(body);
    });
    const posting = post(client, items(50), { batchMax: 5, concurrency: 3 });
    // The last that came is answered first.
    for (let answered = 0; answered < 10; ) {
      await new Promise(setImmediate);
      while (waiting.length > 0) {
        waiting.pop()?.();
        answered += 1;
      }
    }
    expect((await posting).map((p) => p.n)).toEqual(items(50).map(({ n }) => n));
    expect([calls.length, most()]).toEqual([10, 3]);
  });
});

describe('what is refused', () => {
  test('an intent that the server cannot read is found, the others are posted', async () => {
    const { client } = clientOf(async (body) => {
      if (body.intents.some((i) => i.intent_id === 'i-7')) throw refused(400, 'VALIDATION_ERROR');
      return all(body);
    });
    const posted = await post(client, items(20));
    expect(posted.filter((p) => p.status !== 200)).toEqual([{ n: 7, status: 400, code: 'VALIDATION_ERROR' }]);
    expect(posted.map((p) => p.n)).toEqual(items(20).map(({ n }) => n));
  });
  test('an atomic batch is refused as one: the intent for whose sake says why, the others that; the next batch is its own', async () => {
    const { client, calls } = clientOf(async (body, call) => {
      expect(body.atomic).toBe(true);
      if (call === 1) throw refused(422, 'BATCH_REFUSED', { index: 1, intent_id: 'i-1', error: { code: 'ACCOUNT_NOT_FOUND' } });
      return all(body);
    });
    const posted = await post(client, items(5), { batchMax: 3, atomic: true });
    expect(posted.map((p) => p.code)).toEqual(['BATCH_REFUSED', 'ACCOUNT_NOT_FOUND', 'BATCH_REFUSED', undefined, undefined]);
    expect(calls).toHaveLength(2);
  });
  test('an atomic batch that cannot be read is not taken apart', async () => {
    const { client, calls } = clientOf(async () => Promise.reject(refused(400, 'VALIDATION_ERROR')));
    expect((await post(client, items(3), { atomic: true })).map((p) => p.code)).toEqual(Array(3).fill('VALIDATION_ERROR'));
    expect(calls).toHaveLength(1);
  });
  test.each([
    [403, 'FORBIDDEN'],
    [503, 'OUTCOME_UNKNOWN'],
    [0, 'UNKNOWN'],
  ])('%i %s ends it, once what was answered is told', async (status, code) => {
    const { client, calls } = clientOf(async (body, call) => (call === 2 ? Promise.reject(refused(status, code)) : all(body)));
    const told: number[] = [];
    const posting = (async () => {
      for await (const { item } of postAll(client, items(20), { batchMax: 5 })) told.push(item.n);
    })();
    await expect(posting).rejects.toMatchObject({ status, code });
    expect(told).toEqual([0, 1, 2, 3, 4]);
    expect(calls).toHaveLength(2);
  });
  test('a server that does not answer for each is not believed', async () => {
    const { client } = clientOf(async ({ intents }) => intents.slice(1).map(executed));
    await expect(post(client, items(3))).rejects.toMatchObject({ code: 'UNKNOWN' });
  });
  test('called off, nothing more is sent, and what is under way is answered for', async () => {
    const off = new AbortController();
    const { client, calls } = clientOf(async (body, call) => {
      if (call === 2) off.abort();
      return all(body);
    });
    expect(await post(client, items(40), { batchMax: 5, concurrency: 2, signal: off.signal })).toHaveLength(10);
    expect(calls).toHaveLength(2);
  });
});
