// The witnesses of an organisation's log, over HTTP. Being one asks no server: that is the verifier's.

import { type Witness, witnesses } from '@countinghouse/contract/features/witnesses';
import { callServer, type ServerOptions } from '../server.ts';

/** Says the key of the log, as a file of logs has it, and in comments how each witness is; 1 where one refuses the log or was not heard of for an hour. */
export async function listWitnesses(server: ServerOptions, json: boolean): Promise<number> {
  const found = await callServer(server, witnesses.list, {});
  process.stdout.write(json ? `${JSON.stringify(found)}\n` : `log ${found.log_vkey}\n${found.witnesses.map(lineOf).join('')}`);
  return found.witnesses.some(({ state }) => state === 'refused' || state === 'silent') ? 1 : 0;
}

const lineOf = ({ name, state, cosigned_to, last_error }: Witness): string =>
  `# ${name}: ${state}, ${cosigned_to === null ? 'nothing cosigned yet' : `cosigned events 1 to ${cosigned_to}`}${last_error === null ? '' : ` (${last_error})`}\n`;
