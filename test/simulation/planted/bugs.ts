// Bugs that real ledgers shipped, each as a change to a copy of the sources, and the workload or test that must fail for it. Where a second
// fence holds, the change shows that: the same must pass.

import type { Edit } from '../../../tools/source-copy.ts';

export interface Planted {
  readonly bug: string;
  readonly edits: readonly Edit[];
  /** Arguments to Node, from the root of the repo. */
  readonly by: readonly string[];
  /** What the failure must say, so that it is this one and no other. */
  readonly says: RegExp;
  /** Why nothing comes of it: then what is run must pass all the same. */
  readonly harmless?: string;
}

const test = (project: 'pure' | 'db', file: string, name?: string): readonly string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  project,
  file,
  ...(name === undefined ? [] : ['--testNamePattern', name]),
];
const workload = (name: string, seconds: number): readonly string[] => [
  'test/simulation/run.ts',
  '--workload',
  name,
  '--seed',
  '7',
  '--seconds',
  String(seconds),
];
const breakingStore = test('pure', 'packages/store/src/writer/breaking-store.test.ts');
const writer = 'packages/store/src/writer';

export const planted: readonly Planted[] = [
  {
    bug: 'split transaction: events are committed before their postings',
    edits: [
      {
        file: `${writer}/batch.ts`,
        find: '      ...this.statements.texts,\n',
        put: "      'commit',\n      'begin',\n      ...this.statements.texts,\n",
      },
    ],
    by: breakingStore,
    says: /postings are stored, the log says|the head is not that of the last event/,
  },
  {
    bug: 'no unique index on keys',
    edits: [
      {
        file: 'packages/store/src/migrations/0001-ledger/up.sql',
        find: 'create unique index events_idem_key_is_unique',
        put: 'create index events_idem_key_is_unique',
      },
      {
        file: 'packages/store/src/migrations/0014-approvals/up.sql',
        find: 'create unique index events_intent_id_is_unique',
        put: 'create index events_intent_id_is_unique',
      },
    ],
    by: test('db', `${writer}/tenant-writer.db.test.ts`, 'a key from before this process is found by the index'),
    says: /AssertionError/,
  },
  {
    bug: 'the latest row is locked, and taken for what was decided on',
    edits: [
      {
        file: `${writer}/statements.ts`,
        find: 'from chain_heads where tenant_id = $1 and seq = $2 and event_hash = $3 for update) head',
        put: 'from chain_heads where tenant_id = $1 and $2 >= 0 and $3 is not null for update) head',
      },
    ],
    by: test('db', 'test/limits-race.db.test.ts'),
    says: /AssertionError/,
    harmless:
      'the number of an event is part of the primary key of the log, and whoever decided on a head that has moved writes one that is taken; rows of the log itself nobody may lock',
  },
  {
    bug: 'accounts are locked in no order',
    edits: [
      {
        file: `${writer}/batch.ts`,
        find: 'const sorted = [...accounts].sort((a, b) => (a.id < b.id ? -1 : 1));',
        put: 'const sorted = [...accounts].reverse();',
      },
    ],
    by: workload('cluster', 1),
    says: /FAULT/,
    harmless: 'the head of an organisation is locked first, and behind it there is nobody to meet',
  },
  {
    bug: 'a unique violation is an error of the server',
    edits: [
      {
        file: `${writer}/failures.ts`,
        find: "  if (/^events_|^chain_heads_/.test(refusingIndexOf(error) ?? '')) return 'conflict';\n",
        put: '',
      },
      {
        file: `${writer}/settle.ts`,
        find: "else if (failure === 'spoiled' && to.alone) to.reject(error);",
        put: "else if (failure === 'spoiled') to.reject(error);",
      },
    ],
    by: breakingStore,
    says: /met Error: 23505/,
  },
  {
    bug: 'equal keys in one batch are both decided',
    edits: [{ file: `${writer}/batch.ts`, find: '    this.priors.rememberEvent(event);\n', put: '' }],
    by: test('db', `${writer}/tenant-writer.db.test.ts`, 'two hundred calls with one key'),
    says: /OVERLOADED|AssertionError/,
  },
  {
    bug: 'the hash is taken over JSON.stringify',
    edits: [
      {
        file: 'packages/kernel/src/chain/event-hash.ts',
        find: '  const text = canonicalize(payload);',
        put: '  const text = JSON.stringify(payload);',
      },
    ],
    by: breakingStore,
    says: /chain: .*payload/,
  },
  {
    bug: 'an approval is decided without its state in the condition',
    edits: [
      {
        file: 'packages/kernel/src/approvals/decide.ts',
        find: 'if (subject === null || !isOpen(approval, nowUs))',
        put: 'if (subject === null)',
      },
      { file: 'packages/kernel/src/approvals/evolve.ts', find: '  approval.subject = null;\n', put: '' },
    ],
    by: test('db', 'test/approval-race.db.test.ts'),
    says: /AssertionError/,
  },
  {
    bug: 'a key that was revoked is good until its time is up',
    edits: [
      {
        file: 'packages/kernel/src/api-keys/guard.ts',
        find: '  !key.revoked && key.expiresAtUs > nowUs;',
        put: '  key.expiresAtUs > nowUs;',
      },
    ],
    by: workload('races', 5),
    says: /FAULT .*after the end was answered a post was told 200|FAULT .*behind the end of the key/,
  },
  {
    bug: 'the organisation that a request names is believed',
    edits: [
      {
        file: 'packages/server/src/auth/sessions.ts',
        find: "    if (found === undefined) throw new Refusal('NOT_FOUND');\n    return found;",
        put: "    if (found === undefined && memberships[0] !== undefined) return { ...memberships[0], tenant_id: wanted };\n    if (found === undefined) throw new Refusal('NOT_FOUND');\n    return found;",
      },
    ],
    by: workload('isolation', 5),
    says: /FAULT .* not NOT_FOUND/,
  },
  {
    bug: 'a serialization failure is told as insufficient funds',
    edits: [
      {
        file: `${writer}/settle.ts`,
        find: "    if (failure === 'full')",
        put: "    if (failure === 'retry') to.resolve({ outcomes: [{ kind: 'refused', code: 'INSUFFICIENT_FUNDS' as never }] });\n    else if (failure === 'full')",
      },
    ],
    by: breakingStore,
    says: /was refused: INSUFFICIENT_FUNDS/,
  },
  {
    bug: 'a worker marks done a step that failed',
    edits: [
      {
        file: 'packages/server/src/outbound/exporter.ts',
        find: "    if (answer.kind === 'taken') {\n      this.taken += together.length;\n      this.advanceTo",
        put: '    if (answer !== null) {\n      this.taken += together.length;\n      this.advanceTo',
      },
    ],
    by: test('db', 'packages/server/src/features/audit-export/exporter.db.test.ts'),
    says: /AssertionError/,
  },
  {
    bug: 'what waits for approval does not count for limits',
    edits: [{ file: 'packages/kernel/src/approvals/evolve.ts', find: '  bookUse(state, usedBy(subject));\n', put: '' }],
    by: test('pure', 'packages/kernel/src/approvals'),
    says: /AssertionError/,
  },
  {
    bug: 'amounts are read with parseFloat',
    edits: [
      {
        file: 'packages/kernel/src/money/amount.ts',
        find: "  const m = pattern.exec(text);\n  if (m === null) return null;\n  const units = BigInt((m[2] ?? '') + (m[3] ?? '').padEnd(AMOUNT_DECIMALS, '0'));\n  return m[1] === '-' ? -units : units;",
        put: '  return pattern.test(text) ? BigInt(Math.round(parseFloat(text) * 10 ** AMOUNT_DECIMALS)) : null;',
      },
    ],
    by: test('pure', 'packages/kernel/src/money'),
    says: /AssertionError|Property failed/,
  },
  {
    bug: 'each repeat draws a new key',
    edits: [
      {
        file: 'packages/client/src/client.ts',
        find: 'return await attempt(route, input, options, key, endMs - performance.now(), read);',
        put: 'return await attempt(route, input, options, n === 1 ? key : crypto.randomUUID(), endMs - performance.now(), read);',
      },
    ],
    by: test('pure', 'packages/client/src/client.test.ts'),
    says: /AssertionError/,
  },
  {
    bug: 'the use of a limit is read from a cache',
    edits: [
      {
        file: 'packages/kernel/src/limits/check.ts',
        find: 'export function useOn(state: Books, atUs: bigint): DayUse {\n',
        put: `const remembered = new Map<string, { readonly untilUs: bigint; readonly use: DayUse }>();
export function useOn(state: Books, atUs: bigint): DayUse {
  const { tenantId } = state as unknown as { readonly tenantId: string };
  const known = remembered.get(tenantId);
  if (known !== undefined && atUs < known.untilUs) return known.use;
  const use = useNow(state, atUs);
  remembered.set(tenantId, { untilUs: atUs + 50_000n, use });
  return use;
}
function useNow(state: Books, atUs: bigint): DayUse {
`,
      },
    ],
    by: workload('limits', 3),
    says: /FAULT round/,
  },
  {
    bug: 'a report is read in two selects that see two moments',
    edits: [
      {
        file: 'packages/store/src/reader.ts',
        find: "const BEGIN = 'begin isolation level repeatable read read only';",
        put: "const BEGIN = 'begin isolation level read committed read only';",
      },
    ],
    by: workload('bank', 12),
    says: /FAULT a read as of event/,
  },
  {
    bug: 'a duplicate is answered with an empty body',
    edits: [
      {
        file: 'packages/server/src/features/intents/routes.ts',
        find: '    const described = await describe(services, tenant.tenant_id, [outcome]);\n',
        put: "    if (outcome.kind === 'duplicate') return {} as never;\n    const described = await describe(services, tenant.tenant_id, [outcome]);\n",
      },
    ],
    by: workload('idempotency', 3),
    says: /FAULT/,
  },
  {
    bug: 'a row is locked that does not exist yet',
    edits: [
      {
        file: 'packages/store/src/auth/attempts.ts',
        find: 'windowMs: number): Promise<AttemptRow> {\n',
        put: `windowMs: number): Promise<AttemptRow> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const locked = await client.query<AttemptRow>('select count from auth.attempts where key = $1 and ends_at > clock_timestamp() for update', [key]);
    await client.query('select pg_sleep(0.1)');
    const found = await client.query<AttemptRow>(
      \`insert into auth.attempts as a (key, count, ends_at) values ($1, $2, clock_timestamp() + make_interval(secs => $3))
       on conflict (key) do update set count = excluded.count,
         ends_at = case when a.ends_at <= clock_timestamp() then excluded.ends_at else a.ends_at end
       returning count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::int as seconds_left\`,
      [key, (locked.rows[0]?.count ?? 0) + 1, windowMs / 1000],
    );
    await client.query('commit');
    if (found.rows[0] !== undefined) return found.rows[0];
  } finally {
    client.release();
  }
`,
      },
    ],
    by: test('db', 'packages/server/src/http/attempts.db.test.ts', 'tries that come at once'),
    says: /AssertionError/,
  },
];
