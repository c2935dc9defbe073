// A process that sends the log, to be killed: the worker of the audit export alone, over a database of a test.
// Its arguments: where the database is, as JSON, and the data directory with its keys.

import { readConfig } from '@countinghouse/server/config';
import { AuditExports } from '@countinghouse/server/features/audit-export/worker';
import { openServices } from '@countinghouse/server/open';
import { startWorker } from '@countinghouse/server/work/worker';
import type { Where } from '@countinghouse/store/connection';

const PAUSE_MS = 50;

const [where = '{}', dataDir = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', EGRESS_ALLOW: '127.0.0.1' });
const fail = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`);
};
const { services } = openServices(config, JSON.parse(where) as Where, { publicUrl: 'http://127.0.0.1:3000', consoleDir: null, note: fail });
const exports = new AuditExports(services, fail);
startWorker(PAUSE_MS, (stopping) => exports.pass(stopping), fail);
