// What a signature costs whoever posts: intents over HTTP, each signed by its own, beside the same intents without, and beside bare
// verification of as many signatures on all cores, which is what no server can do without.

import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { IntentInput } from '@countinghouse/contract/features/intents';
import { okBody } from '@countinghouse/testkit/caller';
import { encode, makeSigner, payloadOf, type Signer } from '@countinghouse/testkit/signer';
import type { Organisation, World } from '@countinghouse/testkit/world';
import type { BareAsked } from './bare-verification.ts';
import { measureHttp } from './http.ts';
import { bodyOf } from './intents.ts';
import type { Rate } from './rate.ts';
import { type Row, relative } from './row.ts';

const ACCOUNTS = 100;
const GOAL = 0.6;
/** Bodies are made for so many calls a second. */
const PER_SECOND_MAX = 15_000;

export interface SignaturesSize {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly callers: number;
}

/** Of each row the round in the middle. Throws where a call is not answered with 200. */
export async function measureSignatures(world: World, size: SignaturesSize, note: (line: string) => void): Promise<readonly Row[]> {
  const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS });
  const rows: Row[] = [];
  for (const signer of [makeSigner('ed25519'), makeSigner('ec')]) {
    okBody(
      await organisation.caller.post('/api/internal/signing-keys', { action: 'register', label: 'bench', public_jwk: signer.publicJwk }),
    );
    rows.push(await measureAlgorithm(world, organisation, signer, size, note));
  }
  return rows;
}

async function measureAlgorithm(
  world: World,
  organisation: Organisation,
  signer: Signer,
  { rounds, warmUpMs, measureMs, callers }: SignaturesSize,
  note: (line: string) => void,
): Promise<Row> {
  const found: { readonly value: number; readonly barePerSecond: number; readonly ratio: number; readonly ofUnsigned: number }[] = [];
  const count = Math.ceil(((warmUpMs + measureMs) * PER_SECOND_MAX) / 1000);
  for (let round = 1; round <= rounds; round++) {
    const unsigned = await post(world, organisation, bodiesOf(organisation, count, null), { warmUpMs, measureMs, callers });
    const signed = await post(world, organisation, bodiesOf(organisation, count, signer), { warmUpMs, measureMs, callers });
    const barePerSecond = await verifyBare(signer, intentOf(organisation, 0), measureMs);
    found.push({
      value: signed.perSecond,
      barePerSecond,
      ratio: signed.perSecond / barePerSecond,
      ofUnsigned: signed.perSecond / unsigned.perSecond,
    });
    note(
      `round ${round}  ${signer.algorithm}  ${Math.round(signed.perSecond)}/s, unsigned ${Math.round(unsigned.perSecond)}/s, bare ${Math.round(barePerSecond)}/s`,
    );
  }
  const middle = found.sort((a, b) => a.ratio - b.ratio)[Math.floor((rounds - 1) / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  const { algorithm } = signer;
  const title = `HTTP, signed with ${algorithm}, ${callers} callers`;
  const told = {
    name: `signatures-${algorithm}`,
    title,
    value: middle.value,
    unit: 'intents/s',
    note: `${middle.ofUnsigned.toFixed(2)} × unsigned`,
  };
  return relative(told, { name: 'bare verification', value: middle.barePerSecond }, { atLeast: GOAL });
}

function intentOf({ tenantId, fxSnapshotId }: Organisation, n: number): IntentInput {
  const posted = { tenantId, fxSnapshotId, debit: `USD-${(n % ACCOUNTS) + 1}`, credit: `USD-${((n + 1) % ACCOUNTS) + 1}` };
  return bodyOf(posted, randomUUID()) as unknown as IntentInput;
}

const bodiesOf = (organisation: Organisation, count: number, signer: Signer | null): readonly string[] =>
  Array.from({ length: count }, (_, n) => {
    const intent = intentOf(organisation, n);
    return JSON.stringify(signer === null ? intent : signer.sign(intent));
  });

function post(
  world: World,
  { tenantId, caller }: Organisation,
  bodies: readonly string[],
  { warmUpMs, measureMs, callers }: Omit<SignaturesSize, 'rounds'>,
): Promise<Rate> {
  const { port, host } = new URL(world.url);
  return measureHttp({
    port: Number(port),
    path: '/api/v1/intents/execute',
    headers: { host, origin: world.url, 'content-type': 'application/json', 'x-tenant-id': tenantId, ...caller.headers },
    body: '',
    bodies,
    accounts: ACCOUNTS,
    connections: callers,
    warmUpMs,
    measureMs,
  });
}

async function verifyBare({ algorithm, publicJwk, sign }: Signer, intent: IntentInput, measureMs: number): Promise<number> {
  const [header = '', , signature = ''] = String(sign(intent).signature).split('.');
  const asked: BareAsked = {
    publicJwk: { ...publicJwk },
    algorithm,
    signed: Buffer.from(`${header}.${encode(payloadOf(intent))}`),
    signature: Buffer.from(signature, 'base64url'),
    measureMs,
  };
  const onOne = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(new URL('./bare-verification.ts', import.meta.url), { workerData: asked });
      thread.once('message', (perSecond: number) => resolve(perSecond));
      thread.once('error', reject);
    });
  const each = await Promise.all(Array.from({ length: os.availableParallelism() }, onOne));
  return each.reduce((sum, perSecond) => sum + perSecond, 0);
}
