// Programs that some tests compare us with and that npm cannot bring. Where one is missing, its tests do not run and
// `npm test` says so; with REQUIRE_SYSTEM_TESTS=1 (continuous integration) its absence is a failure.
// A program named here is also installed by .ci/run.
import { spawnSync } from 'node:child_process';

export interface SystemProgram {
  readonly command: string;
  readonly debianPackage: string;
  /** What its tests show, in the words of the NOT RUN line. */
  readonly shows: string;
}

export const systemPrograms: readonly SystemProgram[] = [
  { command: 'hledger', debianPackage: 'hledger', shows: 'that an independent program comes to our balances' },
  { command: 'bean-check', debianPackage: 'beancount', shows: 'that books of beancount move in to the balances that it says itself' },
  { command: 'openssl', debianPackage: 'openssl', shows: 'that time-stamps of a real authority are accepted' },
  { command: 'swift-proxy-server', debianPackage: 'swift-proxy', shows: 'that objects are kept in a real S3 server' },
  { command: 'swift-account-server', debianPackage: 'swift-account', shows: 'the same' },
  { command: 'swift-container-server', debianPackage: 'swift-container', shows: 'the same' },
  { command: 'swift-object-server', debianPackage: 'swift-object', shows: 'the same' },
  { command: 'nats-server', debianPackage: 'nats-server', shows: 'that every log arrives in a real NATS server' },
  { command: 'curl', debianPackage: 'curl', shows: 'that the example with curl works' },
  {
    command: 'go',
    debianPackage: 'golang-go',
    shows: 'that a receipt is checked in another language from its format page alone, and that the client in Go posts',
  },
  { command: 'javac', debianPackage: 'default-jdk-headless', shows: 'that the client in Java posts' },
  {
    command: 'python3',
    debianPackage: 'python3',
    shows: 'that an archive is checked in another language from the format pages alone, and that the client in Python posts',
  },
];

/** Whether a program named above is there. */
export const has = (command: string): boolean => systemPrograms.some((p) => p.command === command && isInstalled(p));

/** Is the program on the PATH? */
export function isInstalled(program: SystemProgram): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program.command], { stdio: 'ignore' }).status === 0;
}
