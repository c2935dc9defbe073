// Programs that some tests compare us with and that npm cannot bring. Where one is missing, its tests do not run and
// `npm test` says so; with REQUIRE_SYSTEM_TESTS=1 (continuous integration) its absence is a failure.
// A program named here is also installed by .ci/run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface SystemProgram {
  readonly command: string;
  /** Where it comes from: a package of Debian, or of npm, which is then not needed for the whole test to pass. */
  readonly debianPackage?: string;
  readonly npmPackage?: string;
  /** Is there where it is installed; for what is no command. */
  readonly file?: string;
  /** What its tests show, in the words of the NOT RUN line. */
  readonly shows: string;
}

/** Where Debian keeps libraries for Go. */
export const DEBIAN_GO_PATH = '/usr/share/gocode';

export const systemPrograms: readonly SystemProgram[] = [
  { command: 'hledger', debianPackage: 'hledger', shows: 'that an independent program comes to our balances' },
  { command: 'bean-check', debianPackage: 'beancount', shows: 'that books of beancount move in to the balances that it says itself' },
  { command: 'bean-query', debianPackage: 'beancount', shows: 'the same' },
  { command: 'openssl', debianPackage: 'openssl', shows: 'that time-stamps of a real authority are accepted' },
  { command: 'swift-proxy-server', debianPackage: 'swift-proxy', shows: 'that objects are kept in a real S3 server' },
  { command: 'swift-account-server', debianPackage: 'swift-account', shows: 'the same' },
  { command: 'swift-container-server', debianPackage: 'swift-container', shows: 'the same' },
  { command: 'swift-object-server', debianPackage: 'swift-object', shows: 'the same' },
  { command: 'nats-server', debianPackage: 'nats-server', shows: 'that every log arrives in a real NATS server' },
  { command: 'kcat', debianPackage: 'kcat', shows: 'that every log arrives in a Kafka cluster' },
  { command: 'curl', debianPackage: 'curl', shows: 'that the example with curl works' },
  {
    command: 'go',
    debianPackage: 'golang-go',
    shows: 'that a receipt is checked in another language from its format page alone, and that the client in Go posts',
  },
  {
    command: 'sprig',
    file: `${DEBIAN_GO_PATH}/src/github.com/Masterminds/sprig`,
    debianPackage: 'golang-github-masterminds-sprig-dev',
    shows: 'that the chart of Helm renders',
  },
  {
    command: 'yaml for Go',
    file: `${DEBIAN_GO_PATH}/src/sigs.k8s.io/yaml`,
    debianPackage: 'golang-k8s-sigs-yaml-dev',
    shows: 'the same',
  },
  { command: 'deno', npmPackage: 'deno', shows: 'that the client in TypeScript posts in Deno' },
  { command: 'bun', npmPackage: 'bun', shows: 'that the client in TypeScript posts in Bun' },
  { command: 'javac', debianPackage: 'default-jdk-headless', shows: 'that the client in Java posts' },
  {
    command: 'python3',
    debianPackage: 'python3',
    shows:
      'that an archive is checked in another language from the format pages alone, that the client in Python posts, and the same of Kafka as kcat',
  },
];

/** Whether a program named above is there. */
export const has = (command: string): boolean => systemPrograms.some((p) => p.command === command && isInstalled(p));

/** Is the program on the PATH? */
export function isInstalled(program: SystemProgram): boolean {
  if (program.file !== undefined) return existsSync(program.file);
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program.command], { stdio: 'ignore' }).status === 0;
}
