// The packages: what each is, and what it may import. `npm run tidy` enforces it; ARCHITECTURE.md shows it (npm run reference).

export interface Layer {
  readonly is: string;
  /** Modules of ours, by their start: `kernel`, `kernel/money`. */
  readonly ours: readonly string[];
  /** The same, for types only: they are gone at run time. */
  readonly oursAsTypes?: readonly string[];
  /** Packages from npm; undefined: whatever its package.json declares. */
  readonly npm?: readonly string[];
  /** Whether Node's own modules may be imported: what runs in a browser must not. */
  readonly node: boolean;
}

export const layers = {
  kernel: {
    is: 'arithmetic of the ledger: no input, output, clock, chance or waiting; SHA-256 is handed in',
    ours: [],
    npm: ['@bufbuild/cel', '@bufbuild/protobuf', '@bufbuild/re2', 'ipaddr.js'],
    node: false,
  },
  contract: {
    is: 'the wire: routes, schemas, error catalogue, permissions',
    ours: ['kernel/bounds', 'kernel/canonical', 'kernel/money', 'kernel/time'],
    oursAsTypes: ['kernel'],
    npm: ['zod'],
    node: false,
  },
  client: { is: 'calls over HTTP: address, key, repeats', ours: ['contract'], npm: ['zod'], node: false },
  store: {
    is: 'PostgreSQL: all SQL, migrations, the log writer, projections, reads, keys, the embedded server',
    ours: ['kernel'],
    node: true,
  },
  server: { is: 'HTTP and workers: who asks, may they, submit, answer', ours: ['kernel', 'contract', 'store'], node: true },
  'server/bank-files': {
    is: 'bytes of a bank as statements: no input, output, clock or waiting; a browser shows CSV by it',
    ours: ['kernel/money', 'kernel/time', 'contract/bank-files'],
    npm: ['csv-parse', 'saxes'],
    node: false,
  },
  console: {
    is: 'the browser: React',
    ours: [
      'contract',
      'client',
      'kernel/money',
      'kernel/canonical',
      'kernel/chain',
      'kernel/merkle',
      'server/bank-files/csv-preview',
      'verifier/asked',
      'verifier/cose-receipt',
      'verifier/given-keys',
      'verifier/policy',
      'verifier/receipt',
    ],
    node: false,
  },
  cli: { is: 'commands over HTTP', ours: ['contract', 'client', 'kernel/money', 'kernel/canonical', 'verifier'], node: true },
  'cli/operate': { is: 'commands that work on a database directly', ours: ['contract', 'kernel', 'store', 'server'], node: true },
  verifier: { is: 'checks an archive, in plain JavaScript that any Node from 20.12 runs', ours: [], npm: [], node: true },
  'verifier/page': { is: 'the page of an audit pack: the verifier in a browser, opened from disk', ours: [], npm: [], node: false },
} as const satisfies Readonly<Record<string, Layer>>;
