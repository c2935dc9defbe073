// npm run test:citus [-- FILTER...]
// The database tests on a Citus cluster: CITUS_NODES=host:port,host:port,… names its machines, the coordinator first, where the superuser `postgres` and every
// other role need no password. Everything there that is called t_… or countinghouse_… is theirs. Where no cluster is named, nothing is run, and that is said.
// At the end stands what it came to, with what a cluster cannot show and why (`onOneMachine`).

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

if ((process.env['CITUS_NODES'] ?? '') === '') {
  console.log('NOT RUN: CITUS_NODES names no cluster, as host:port,host:port with the coordinator first.');
} else {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const reporters = ['default', fileURLToPath(new URL('citus-report.ts', import.meta.url))].map((reporter) => `--reporter=${reporter}`);
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'db', ...reporters, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
