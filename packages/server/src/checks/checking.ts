// What a check of a ledger reads and computes: hashes, signatures, the postings of each intent, balances, a replay. `walkLog` does it where it is
// called; a server does it on a thread (`checking-thread.ts`), for it takes seconds of a processor.

import { HEALTH_FAULTS_MAX } from '@countinghouse/contract/features/health';
import type { Replay } from '@countinghouse/contract/features/replays';
import type { Position } from '@countinghouse/kernel/chain/check-link';
import type { Pool } from '@countinghouse/store/connection';
import { type ChainCheck, checkChain } from '@countinghouse/store/features/health/chain';
import { countLedger, type DriftRow, listBalanceDrift, listGlDrift } from '@countinghouse/store/features/health/reads';
import type { VerifiedHeads } from '@countinghouse/store/features/health/signed-log';
import { liftTimeout, read } from '@countinghouse/store/reader';
import type { Progress } from './progress.ts';
import { type ConnectAsOwner, replayLedger } from './replay-ledger.ts';

/** The log after a position; from the first event on, balances too. `known`: heads that need not be verified again. */
export interface WalkAsked {
  readonly tenantId: string;
  readonly from: Position;
  readonly known: VerifiedHeads | null;
}

export interface Walked {
  readonly counts: Awaited<ReturnType<typeof countLedger>>;
  readonly chain: ChainCheck;
  readonly drift: readonly DriftRow[];
  /** Without what it waited for its turn, in milliseconds. */
  readonly tookMs: number;
}

export type Replayed = NonNullable<Replay['result']>;

/** Both throw what `onStep` throws, and end there. */
export interface Checking {
  /** `pool`: where it is read, of the primary or of a replica. */
  walk(pool: Pool, asked: WalkAsked, onStep: Progress): Promise<Walked>;
  replay(tenantId: string, onStep: Progress): Promise<Replayed>;
}

/** In one transaction, so that all of it is of one moment. */
export async function walkLog(pool: Pool, { tenantId, from, known }: WalkAsked, onStep: Progress): Promise<Walked> {
  const begunMs = performance.now();
  return read(pool, { tenantId }, async (tx) => {
    await liftTimeout(tx);
    const counts = await countLedger(tx, tenantId);
    const chain = await checkChain(tx, tenantId, { from, known, faultsMax: HEALTH_FAULTS_MAX, onPage: (seq) => onStep('chain', seq) });
    await onStep('balances', chain.to.seq);
    const drift =
      from.seq === 0
        ? [...(await listBalanceDrift(tx, tenantId, HEALTH_FAULTS_MAX)), ...(await listGlDrift(tx, tenantId, HEALTH_FAULTS_MAX))]
        : [];
    return { counts, chain, drift, tookMs: performance.now() - begunMs };
  });
}

/** In this process, on the thread that asks. */
export const checkInPlace = (connectAsOwner: ConnectAsOwner): Checking => ({
  walk: walkLog,
  replay: (tenantId, onStep) => replayLedger({ connectAsOwner }, tenantId, onStep),
});
