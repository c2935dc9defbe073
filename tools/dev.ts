// npm run dev: the server, restarted when a file it loaded changes, and Vite's development server in front of it.
// The browser talks to Vite, which passes /api on. Ctrl-C or SIGTERM ends both, the server first.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { buildConsole } from './build-console.ts';

const DEV_PORT = 5173;
const root = fileURLToPath(new URL('../', import.meta.url));
const serverPort = process.env['PORT'] ?? '3000';
const address = `http://127.0.0.1:${DEV_PORT}`;

await buildConsole(); // the server serves what is built, too; it wants something there
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', path.join(root, 'tools/dev-server.ts')], {
  stdio: 'inherit',
  env: { PUBLIC_URL: address, DRAIN_SECONDS: '0', ...process.env, PORT: serverPort },
  detached: true, // Ctrl-C is ours: we pass it on once
});
const backend = `http://127.0.0.1:${serverPort}`;
const vite = await createServer({
  root: path.join(root, 'packages/console'),
  configFile: path.join(root, 'packages/console/vite.config.ts'),
  server: { host: '127.0.0.1', port: DEV_PORT, strictPort: true, proxy: { '/api': backend, '/readyz': backend } },
});
await vite.listen();
console.log(`console (development): ${address}`);

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.once('exit', (code) => {
  void vite.close().finally(() => process.exit(stopping ? 0 : (code ?? 1)));
});
