// Offers checkpoints to a witness, one anchor after the other: C2SP tlog-witness, `add-checkpoint`. What it signs is checked before it is kept.

import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { listOwnerIds } from '@countinghouse/store/features/health/reads';
import { type DueWitness, findAnchorToOffer, type OfferedAnchor } from '@countinghouse/store/features/witnesses/reads';
import { keepCosignature, noteOfferFailed, noteRefused, takeOfferTurn } from '@countinghouse/store/features/witnesses/writes';
import { findCosignature, parseWitnessKey, type WitnessKey } from '@countinghouse/store/keys/cosignature';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../../services.ts';
import { type Answered, EgressRefused } from '../../signatures/egress.ts';

// Source: decision 0124.
const ANSWER_WITHIN_MS = 10_000;
const ANSWER_BYTES_MAX = 16_384;
const TURN_MS = 60_000;
const PAUSE_FIRST_MS = 5_000;
const PAUSE_MAX_MS = 15 * 60_000;
const OFFERS_A_TURN_MAX = 100;
const SIZE_TYPE = 'text/x.tlog.size';

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'egress' | 'letters' | 'mailWorker'>;

/** A witness that did not cosign; `refused`: because what it is shown contradicts what it cosigned before. */
class NotCosigned extends Error {
  readonly refused: boolean;

  constructor(message: string, refused = false) {
    super(message);
    this.refused = refused;
  }
}

/** Thrown once what a witness refused is noted: for the log of the server. */
export class WitnessRefused extends Error {}

/** Offers a witness what it has not cosigned. Answers how many anchors it did. Throws WitnessRefused, and what the database fails with. */
export async function offerTo(services: Needs, witness: DueWitness, stopping?: AbortSignal): Promise<number> {
  const { tenant_id: tenantId, id, name, vkey } = witness;
  const key = parseWitnessKey(vkey);
  if (key === null) throw new Error(`the witness ${name} is stored with a key that is none`);
  const turn = await takeOfferTurn(services.writerPool, tenantId, id, TURN_MS);
  if (turn === null) return 0;
  let cosignedTo = turn.cosigned_to;
  let done = 0;
  try {
    while (done < OFFERS_A_TURN_MAX && stopping?.aborted !== true) {
      const next = await offerNext(services, witness, key, cosignedTo);
      if (next === null) break;
      await keepCosignature(services.writerPool, tenantId, id, next.toSeq, { vkey, name, signature: next.signature, at: next.at });
      cosignedTo = next.toSeq;
      done += 1;
    }
    return done;
  } catch (error) {
    if (!(error instanceof NotCosigned)) throw error;
    const pauseMs = Math.min(PAUSE_FIRST_MS * 2 ** (done > 0 ? 0 : turn.attempts), PAUSE_MAX_MS);
    await noteOfferFailed(services.writerPool, tenantId, id, error.message, pauseMs);
    if (!error.refused) return done;
    await tellOwners(services, witness);
    throw new WitnessRefused(`the witness ${name} refuses the log of ${tenantId}: ${error.message}`, { cause: error });
  }
}

/** Every owner by mail, once until the witness cosigns again. */
async function tellOwners(
  { readerPool, writerPool, letters, mailWorker }: Needs,
  { tenant_id: tenantId, id, name }: DueWitness,
): Promise<void> {
  const owners = await read(readerPool, { tenantId }, (tx) => listOwnerIds(tx, tenantId));
  const mails = await Promise.all(owners.map((userId) => letters.queueWitnessRefused(userId, tenantId, name)));
  if (await noteRefused(writerPool, tenantId, id, mails)) mailWorker.nudge();
}

interface Cosigned {
  readonly toSeq: number;
  readonly signature: string;
  readonly at: string;
}

/** Has the next anchor cosigned; null where there is none. Throws NotCosigned. */
async function offerNext(services: Needs, witness: DueWitness, key: WitnessKey, cosignedTo: number): Promise<Cosigned | null> {
  const { tenant_id: tenantId, url } = witness;
  const first = await read(services.readerPool, { tenantId }, (tx) => findAnchorToOffer(tx, tenantId, cosignedTo));
  if (first === null) return null;
  let [anchor, answer] = [first, await ask(services, tenantId, url, first, cosignedTo)];
  const size = sizeIn(answer);
  if (size !== null) {
    anchor = await anchorFrom(services, tenantId, first, size);
    answer = await ask(services, tenantId, url, anchor, size);
  }
  if (answer.status === 200) {
    const text = anchor.checkpoint.slice(0, anchor.checkpoint.indexOf('\n\n') + 1);
    const found = findCosignature(answer.body.toString('utf8'), text, key);
    if (found === null) throw new NotCosigned('It answered without a cosignature of its key.');
    return { toSeq: anchor.to_seq, ...found };
  }
  throw failureOf(answer);
}

/** The anchor to offer to a witness that has cosigned a tree of this size: never a smaller one. */
async function anchorFrom({ readerPool }: Needs, tenantId: string, first: OfferedAnchor, size: number): Promise<OfferedAnchor> {
  if (size <= first.to_seq) return first;
  if (size > first.newest)
    throw new NotCosigned(`It has cosigned a log of ${size} events; the last anchor here is over ${first.newest}.`, true);
  const later = await read(readerPool, { tenantId }, (tx) => findAnchorToOffer(tx, tenantId, size - 1));
  if (later === null) throw new Error(`there is no anchor over event ${size}`);
  return later;
}

async function ask({ readerPool, egress }: Needs, tenantId: string, url: string, anchor: OfferedAnchor, old: number): Promise<Answered> {
  const path = old === 0 ? [] : await read(readerPool, { tenantId }, (tx) => new StoredTree(tx, tenantId, anchor.to_seq).consistency(old));
  const proof = path.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
  try {
    return await egress.send({
      url: `${url.replace(/\/+$/, '')}/add-checkpoint`,
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `old ${old}\n${proof}\n${anchor.checkpoint}`,
      withinMs: ANSWER_WITHIN_MS,
      bytesMax: ANSWER_BYTES_MAX,
    });
  } catch (error) {
    if (error instanceof EgressRefused) throw new NotCosigned(error.message);
    throw error;
  }
}

/** The size that a witness says it has, in a conflict of sizes; null for every other answer. */
function sizeIn({ status, headers, body }: Answered): number | null {
  if (status !== 409 || headers['content-type'] !== SIZE_TYPE) return null;
  const text = /^(0|[1-9][0-9]{0,15})\n$/.exec(body.toString('utf8'))?.[1];
  return text === undefined ? null : Number(text);
}

function failureOf(answer: Answered): NotCosigned {
  if (sizeIn(answer) !== null) return new NotCosigned('It says another size each time.');
  switch (answer.status) {
    case 409:
      return new NotCosigned('It has cosigned another log of the same size.', true);
    case 422:
      return new NotCosigned('It says that the log did not grow from the one that it has cosigned.', true);
    case 403:
      return new NotCosigned('It does not know the key that signs this log: give it the key.');
    case 404:
      return new NotCosigned('It does not witness this log, or the address is another one.');
    default:
      return new NotCosigned(`It answered with status ${answer.status}.`);
  }
}
