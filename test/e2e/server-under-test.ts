// Where the server under test listens, and where it keeps its data: PORT, or the first free port of some. The process that reads the
// configuration looks for it; those that run the tests inherit what it found.
import { createServer } from 'node:net';

const FIRST_PORT = 43_210;
const PORTS = 50;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

async function findPort(): Promise<number> {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS; port += 1) if (await isFree(port)) return port;
  throw new Error(`no port from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} is free: set PORT`);
}

export const port = process.env['PORT'] ?? String(await findPort());
process.env['PORT'] = port;
export const address = `http://127.0.0.1:${port}`;
/** Where the server asks for records of domains (UDP): a test that needs them listens there. */
export const dnsPort = Number(port);
/** A directory of each port, so that two runs at once stay apart. */
export const dataDir = new URL(`../../node_modules/.cache/e2e-data/${port}/`, import.meta.url);
