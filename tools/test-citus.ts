// npm run test:citus [-- FILTER...]
// The database tests on a Citus cluster: CITUS_NODES=host:port,host:port,… names its machines, the coordinator first, where the superuser `postgres` and every
// other role need no password. Everything there that is called t_… or countinghouse_… is theirs. Where no cluster is named, nothing is run, and that is said.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

if ((process.env['CITUS_NODES'] ?? '') === '') {
  console.log('NOT RUN: CITUS_NODES names no cluster, as host:port,host:port with the coordinator first.');
} else {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'db', ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
