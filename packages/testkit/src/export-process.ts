// A process that sends the log, to be killed: the senders of one kind of target alone, over a database of a test.
// Its arguments: where the database is, as JSON, the data directory with its keys, and where it sends to: `endpoints`, or a broker, as JSON of the settings
// that name it.

import { readConfig } from '@countinghouse/server/config';
import { openServices } from '@countinghouse/server/open';
import { brokerOutlet } from '@countinghouse/server/outbound/broker';
import { endpointOutlet } from '@countinghouse/server/outbound/endpoint';
import { Senders } from '@countinghouse/server/outbound/senders';
import { startWorker } from '@countinghouse/server/work/worker';
import type { Where } from '@countinghouse/store/connection';

const PAUSE_MS = 50;

const [where = '{}', dataDir = '', to = ''] = process.argv.slice(2);
const isBroker = to !== 'endpoints';
const settings = isBroker ? (JSON.parse(to) as Record<string, string>) : {};
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', EGRESS_ALLOW: '127.0.0.1', ...settings });
const fail = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`);
};
const { services } = openServices(config, JSON.parse(where) as Where, { publicUrl: 'http://127.0.0.1:3000', consoleDir: null, note: fail });
const [broker] = services.brokers;
const outlet = broker === undefined ? endpointOutlet(services) : brokerOutlet(broker);
const senders = new Senders(services, outlet, fail);
startWorker(PAUSE_MS, (stopping) => senders.pass(stopping), fail);
