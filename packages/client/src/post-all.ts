// Any number of intents in as few calls as the server takes: cut into batches in their order, each answered intent by intent. It keeps
// what is under way and no more, however many there are.

import {
  BATCH_BODY_BYTES_MAX,
  BATCH_INTENTS_MAX,
  type BatchResult,
  type IntentInput,
  intents,
} from '@countinghouse/contract/features/intents';
import { ApiError, fieldsOf } from './api-error.ts';
import type { Client } from './client.ts';

/** Room for what is around the intents in a body. */
const BATCH_BYTES_MAX = BATCH_BODY_BYTES_MAX - 262_144;

/** An intent with its `idem_key`, and what the caller knows it by. */
export interface Item {
  readonly intent: IntentInput;
}

export interface PostOptions {
  /** Intents a call: 1 to 500, and never more than fit into its body. Default 500. */
  readonly batchMax?: number;
  /** Each batch is executed as a whole or not at all. */
  readonly atomic?: boolean;
  /** Calls under way at once. Default 1: each intent is decided after those before it. */
  readonly concurrency?: number;
  /** Receipts come with what proves them, as far as it is there: `receipt.proof`. */
  readonly proofs?: boolean;
  /** Once it is aborted no further call begins; what is under way is still answered for. */
  readonly signal?: AbortSignal;
}

/** What became of one intent: its receipt, or what it, or its atomic batch, was refused for; both of a rejection. */
export interface Posted<I extends Item> extends Pick<BatchResult, 'status' | 'receipt' | 'error'> {
  readonly item: I;
}

/**
 * Posts each to the organisation that it names, and answers for each in the order in which they came. Throws ApiError where a call got no answer, or one that is not about
 * its intents; what was not answered for by then may be posted or not: it is safe to post it again, since each has its key.
 */
export async function* postAll<I extends Item>(
  client: Pick<Client, 'call'>,
  items: AsyncIterable<I> | Iterable<I>,
  { batchMax = BATCH_INTENTS_MAX, atomic = false, concurrency = 1, proofs = false, signal }: PostOptions = {},
): AsyncGenerator<Posted<I>> {
  const underWay: Promise<readonly Posted<I>[]>[] = [];
  for await (const batch of cut(items, batchMax)) {
    if (signal?.aborted === true) break;
    const posting = post(client, batch, { atomic, proofs });
    // Awaited below, perhaps after another has failed.
    posting.catch(() => {});
    underWay.push(posting);
    if (underWay.length >= concurrency) yield* (await underWay.shift()) ?? [];
  }
  for (const posting of underWay) yield* await posting;
}

/** Batches of one organisation, of at most `countMax` intents and of a size that the server takes; an intent too large for any is alone. */
async function* cut<I extends Item>(items: AsyncIterable<I> | Iterable<I>, countMax: number): AsyncGenerator<readonly I[]> {
  const encoder = new TextEncoder();
  let [batch, bytes]: [I[], number] = [[], 0];
  for await (const item of items) {
    const size = encoder.encode(JSON.stringify(item.intent)).length + 1;
    const [first] = batch;
    const fits = batch.length < countMax && bytes + size <= BATCH_BYTES_MAX && first?.intent.tenant_id === item.intent.tenant_id;
    if (first !== undefined && !fits) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

type How = Required<Pick<PostOptions, 'atomic' | 'proofs'>>;

async function post<I extends Item>(client: Pick<Client, 'call'>, batch: readonly I[], how: How): Promise<readonly Posted<I>[]> {
  try {
    const body = { intents: batch.map(({ intent }) => intent), atomic: how.atomic };
    const query = how.proofs ? { proof: 'tlog-proof' as const } : {};
    const { results } = await client.call(intents.batch, { body, query }, { tenantId: batch[0]?.intent.tenant_id ?? '' });
    return batch.map((item, i) => {
      const result = results[i];
      if (result === undefined) throw new ApiError({ code: 'UNKNOWN', status: 200, message: 'The server did not answer for each intent.' });
      const { index: _index, intentId: _intentId, ...became } = result;
      return { item, ...became };
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'BATCH_REFUSED') return refusedTogether(batch, error);
    // It cannot be read as a batch of intents: nothing of it is decided.
    if (error.status !== 400 && error.status !== 413) throw error;
    if (how.atomic || batch.length === 1) return refusedTogether(batch, error);
    // Which of them it is shows where they are apart.
    const half = Math.ceil(batch.length / 2);
    return [...(await post(client, batch.slice(0, half), how)), ...(await post(client, batch.slice(half), how))];
  }
}

/** Nothing of it is written: the one that is named has its own reason, the others that of the batch. */
function refusedTogether<I extends Item>(batch: readonly I[], { code, status, message, details }: ApiError): readonly Posted<I>[] {
  const failure = code === 'BATCH_REFUSED' ? fieldsOf(details) : {};
  const own = failure['error'] as BatchResult['error'];
  return batch.map((item, i) => ({
    item,
    status,
    error: own !== undefined && failure['index'] === i ? own : { code, error: code, message, details },
  }));
}
