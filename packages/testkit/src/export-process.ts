// A process that sends the log, to be killed: the worker of the audit export alone, over a database of a test.
// Its arguments: where the database is, as JSON, the data directory with its keys, and where it sends to: the organisations' own destinations,
// or to the broker at an address.

import { readConfig } from '@countinghouse/server/config';
import { AuditExports } from '@countinghouse/server/features/audit-export/worker';
import { openServices } from '@countinghouse/server/open';
import { startWorker } from '@countinghouse/server/work/worker';
import type { Where } from '@countinghouse/store/connection';

const PAUSE_MS = 50;

const [where = '{}', dataDir = '', broker = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', EGRESS_ALLOW: '127.0.0.1', NATS_URL: broker });
const fail = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`);
};
const { services } = openServices(config, JSON.parse(where) as Where, { publicUrl: 'http://127.0.0.1:3000', consoleDir: null, note: fail });
const exports = new AuditExports(services, broker === '' ? 'destinations' : 'broker', fail);
startWorker(PAUSE_MS, (stopping) => exports.pass(stopping), fail);
