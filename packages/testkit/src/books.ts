// An organisation to test with: made through the write path like everything else, never by writing tables.

import { hash, randomBytes, randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { formatInstant } from '@countinghouse/kernel/time/instant';
import { CheckedClock } from '@countinghouse/store/clock';
import { openPool, type Where } from '@countinghouse/store/connection';
import { HighWater } from '@countinghouse/store/high-water/high-water';
import { Keyring } from '@countinghouse/store/keys/keyring';
import { localKms } from '@countinghouse/store/keys/kms';
import { Ledger, type LedgerResources } from '@countinghouse/store/ledger';
import { openObjectFolder } from '@countinghouse/store/objects/local-folder';
import type { Outcome } from '@countinghouse/store/writer/batch';
import { loadState } from '@countinghouse/store/writer/load-state';
import { connectToResolve } from '@countinghouse/store/writer/outcome';
import type { WriterResources } from '@countinghouse/store/writer/resources';
import type pg from 'pg';

export interface TestLedger {
  readonly ledger: Ledger;
  readonly keyring: Keyring;
  /** It keeps what it knows in memory. */
  readonly highWater: HighWater;
  readonly clock: CheckedClock;
  readonly readerPool: pg.Pool;
  readonly writerPool: pg.Pool;
  readonly loginPool: pg.Pool;
  close(): Promise<void>;
}

/** A ledger in this process over a database. `kms` is a master key of its own unless one is given. */
export function openLedger(
  where: Where,
  more: {
    readonly masterKey?: Buffer;
    readonly observe?: NonNullable<WriterResources['observe']>;
    readonly writerWhere?: Where;
    /** How long a connection of the writer may be silent. */
    readonly patienceMs?: number;
    readonly clock?: CheckedClock;
    readonly loadState?: WriterResources['loadState'];
    /** Which server decides for an organisation. */
    readonly leaderOf?: NonNullable<LedgerResources['leaderOf']>;
  } = {},
): TestLedger {
  const pools = {
    writer: openPool(more.writerWhere ?? where, 'writer', more.patienceMs === undefined ? {} : { patienceMs: more.patienceMs }),
    reader: openPool(where, 'reader'),
    login: openPool(where, 'login'),
  };
  const clock = more.clock ?? new CheckedClock();
  const keyring = new Keyring(localKms(more.masterKey ?? randomBytes(32)));
  const nowhere = path.join(os.tmpdir(), `countinghouse-no-marks-${randomUUID()}`);
  const highWater = new HighWater({ pool: pools.writer, folder: nowhere, objects: openObjectFolder(nowhere) });
  const ledger = new Ledger({
    pool: pools.writer,
    loadState: more.loadState ?? loadState,
    connectToResolve: () => connectToResolve(where),
    keyring,
    findLoss: (tenantId) => highWater.check(tenantId),
    clock,
    ...(more.observe === undefined ? {} : { observe: more.observe }),
    ...(more.leaderOf === undefined ? {} : { leaderOf: more.leaderOf }),
  });
  return {
    ledger,
    keyring,
    highWater,
    clock,
    readerPool: pools.reader,
    writerPool: pools.writer,
    loginPool: pools.login,
    close: async () => {
      clock.stop();
      await Promise.all([pools.writer.end(), pools.reader.end(), pools.login.end()]);
    },
  };
}

/** Fails the test unless the command was written. */
export function written(outcome: Outcome): Extract<Outcome, { kind: 'written' }> {
  if (outcome.kind !== 'written') throw new Error(`not written: ${JSON.stringify(outcome)}`);
  return outcome;
}

export interface Books {
  readonly tenantId: string;
  readonly owner: { readonly kind: 'user'; readonly id: string };
  readonly glAccountId: string;
  readonly fxSnapshotId: string;
  /** Ids of the accounts, in USD, with codes A1, A2, … */
  readonly accounts: readonly string[];
  submit(command: Command): Promise<Outcome>;
  /** The approval that was asked for last. */
  lastApproval(): string;
  /** The seq of the last intent that was executed. */
  lastPosted(): number;
  /** The seq of the last event. */
  lastSeq(): number;
  /** Posts `amount` USD from the one to the other account; what is not given is made up. */
  post(debit: string, credit: string, amount: string, more?: Partial<ExecuteIntent>): Promise<Outcome>;
  intent(debit: string, credit: string, amount: string, more?: Partial<ExecuteIntent>): ExecuteIntent;
}

const YEAR_MS = 365 * 86_400_000;
const ACCOUNTS_AT_ONCE_MAX = 10_000;

/** Makes an organisation with one GL account, some USD accounts and an FX snapshot. */
export async function makeBooks(t: Pick<TestLedger, 'ledger' | 'keyring' | 'highWater'>, accountCount = 2): Promise<Books> {
  const tenantId = randomUUID();
  const owner = { kind: 'user' as const, id: randomUUID() };
  const key = await t.keyring.generate(tenantId);
  let [lastApproval, lastPosted, lastSeq] = ['', 0, 0];
  /** As if somebody had been answered with events up to this one, which are not in the database. */
  const lose = (seq: number): void => {
    const ts = formatInstant(BigInt(Date.now() + 1) * 1000n);
    t.highWater.note({ tenantId, seq, hash: hash('sha256', String(seq)), ts, kid: '', signature: '' });
    t.ledger.reload(tenantId);
  };
  const submit = async (command: Command): Promise<Outcome> => {
    if (command.type === 'ledger.accept_loss') lose(command.lostTo);
    const outcome = await t.ledger.submit(tenantId, command);
    for (const event of outcome.kind === 'written' ? outcome.events : []) {
      if (event.type === 'intent.proposed') lastApproval = event.payload.approval.id;
      if (event.type === 'approval.requested') lastApproval = event.payload.id;
      if (event.type === 'intent.executed') lastPosted = event.seq;
      lastSeq = event.seq;
    }
    return outcome;
  };
  written(
    await t.ledger.submit(
      tenantId,
      { type: 'tenant.create', actor: owner, name: 'Test Books', reportingCurrency: 'USD', chainKey: key.generated },
      [key.store],
    ),
  );
  const glAccountId = randomUUID();
  written(
    await submit({
      type: 'gl_account.create',
      actor: owner,
      id: glAccountId,
      code: '1000',
      title: 'Cash',
      class: 'A',
      normalBalance: 'DR',
      parentId: null,
    }),
  );
  const accounts = Array.from({ length: accountCount }, () => randomUUID());
  // A writer's queue takes 20,000.
  for (let from = 0; from < accountCount; from += ACCOUNTS_AT_ONCE_MAX) {
    await Promise.all(
      accounts.slice(from, from + ACCOUNTS_AT_ONCE_MAX).map(async (id, i) =>
        written(
          await submit({
            type: 'account.create',
            actor: owner,
            id,
            code: `A${from + i + 1}`,
            currency: 'USD',
            kind: 'operational',
            externalRef: null,
            entityId: null,
            glAccountId,
            floor: 'none',
          }),
        ),
      ),
    );
  }
  const fxSnapshotId = randomUUID();
  written(await submit({ type: 'snapshot.take', actor: owner, id: fxSnapshotId, kind: 'fx', label: 'test', source: 'test' }));
  const intent: Books['intent'] = (debit, credit, amount, more = {}) => {
    const today = new Date().toISOString().slice(0, 10);
    return {
      type: 'intent.execute',
      actor: owner,
      intentId: randomUUID(),
      idemKey: randomUUID(),
      tenantId,
      useCase: 'manual_post',
      valueDate: today,
      constraints: {},
      rows: [{ debit, credit, amountE8: parseAmountE8(amount) ?? 0n, currency: 'USD', valueDate: today, narrative: '' }],
      fxSnapshotId,
      consent: {
        scope: ['ledger:post'],
        grantedAt: new Date(Date.now() - 1000).toISOString(),
        expiresAt: new Date(Date.now() + YEAR_MS).toISOString(),
      },
      signature: null,
      signatureCheck: { is: 'absent' },
      request: {},
      ...more,
    };
  };
  return {
    tenantId,
    owner,
    glAccountId,
    fxSnapshotId,
    accounts,
    submit,
    lastApproval: () => lastApproval,
    lastPosted: () => lastPosted,
    lastSeq: () => lastSeq,
    intent,
    post: (d, c, a, more) => submit(intent(d, c, a, more)),
  };
}
