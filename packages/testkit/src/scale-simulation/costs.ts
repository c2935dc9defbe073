// What each step costs, and where the number is from. The simulation knows no other numbers.
// measured: read off a run. reckoned: follows from measured figures, by what `from` says. assumed: nobody measured it.
// "performance" is docs/operating/performance.md, its faster hour; "the trial" is the trial of the product on Citus 14 with PostgreSQL 18.6,
// three nodes that shared two processors with servers and callers. So all of it is of one machine of two processors.

export interface Cost {
  readonly value: number;
  readonly unit: 'µs' | 'ms' | 'bytes' | 'trips' | 'intents' | 'bytes/ms';
  readonly known: 'measured' | 'reckoned' | 'assumed' | 'set';
  readonly from: string;
}

export const costs = {
  request: {
    value: 80,
    unit: 'µs',
    known: 'reckoned',
    from: 'thread of the server asked: 5,467 intents/s with it busy 0.62 of the time are 113 µs an intent; 57 of the 80 % that have a name are request and answer (performance)',
  },
  decide: {
    value: 24,
    unit: 'µs',
    known: 'reckoned',
    from: 'thread of the leader, an intent: 14,780 intents/s, 50 a call, busy 0.69: 47 µs, half of it deciding, hashes, text for the database (performance)',
  },
  seal: {
    value: 85,
    unit: 'µs',
    known: 'reckoned',
    from: 'thread of the leader, a batch: what the two above leave of 113 µs, for batches of about ten',
  },
  handOver: {
    value: 15,
    unit: 'µs',
    known: 'reckoned',
    from: 'thread of whoever hands a command on: 20 % of its time (decision 0140), times 0.77 since frames are shared',
  },
  takeOver: {
    value: 14,
    unit: 'µs',
    known: 'reckoned',
    from: 'thread of the leader, for a command handed to it: 11 % of its time (0140), times 0.77',
  },
  evidence: {
    value: 16,
    unit: 'µs',
    known: 'reckoned',
    from: 'an intent, 0.14 of the main thread (performance); of another thread, but on the same processors where there are as many processes as processors',
  },
  hop: {
    value: 200,
    unit: 'µs',
    known: 'assumed',
    from: 'a round trip between two machines of one data centre; what was measured ran on one',
  },
  databaseBatch: {
    value: 430,
    unit: 'µs',
    known: 'reckoned',
    from: 'a processor of the database, a batch: PostgreSQL took 0.64 of 113 µs an intent in batches of about ten, less what an intent takes (performance)',
  },
  databaseIntent: {
    value: 29,
    unit: 'µs',
    known: 'reckoned',
    from: 'a processor of the database, an intent: PostgreSQL took 0.62 of 47 µs at 50 a call (performance)',
  },
  flush: {
    value: 1.8,
    unit: 'ms',
    known: 'reckoned',
    from: 'the disk, shared by all that commit at once: one intent at a time in process took 2.4 ms at the median (the trial, measured), less the steps above',
  },
  logBytes: { value: 2_861, unit: 'bytes', known: 'measured', from: 'write-ahead log an intent (performance)' },
  diskRate: {
    value: 500_000,
    unit: 'bytes/ms',
    known: 'assumed',
    from: '500 MB/s of write-ahead log, a fast disk; 42 MB/s were written in the runs above',
  },
  citusTrips: {
    value: 10,
    unit: 'trips',
    known: 'reckoned',
    from: 'begin, eight statements, commit: each a round trip from coordinator to worker (writer/batch.ts; the trial)',
  },
  coordinatorBatch: {
    value: 3_000,
    unit: 'µs',
    known: 'reckoned',
    from: 'a processor of the coordinator, a batch: Citus added 5.3 to 6.9 ms to one intent alone, and 7.6 ms of processor time to a batch of eight organisations (the trial); half of six',
  },
  coordinatorIntent: {
    value: 5,
    unit: 'µs',
    known: 'assumed',
    from: 'a processor of the coordinator, an intent: a fifth of raw COPY of its rows, which is 25 µs (39,898/s, performance), for reading and passing them on',
  },
  workerBatch: {
    value: 3_000,
    unit: 'µs',
    known: 'reckoned',
    from: 'a processor of the worker, a batch, beside what it takes without Citus: the other half of six',
  },
  batchMax: { value: 1_000, unit: 'intents', known: 'set', from: 'BATCH_COMMANDS_MAX of the writer' },
} as const satisfies Record<string, Cost>;

const US_PER_MS = 1000;
/** A cost in milliseconds. */
export const msOf = ({ value, unit }: { readonly value: number; readonly unit: 'µs' | 'ms' }): number =>
  unit === 'µs' ? value / US_PER_MS : value;
