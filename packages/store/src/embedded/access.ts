// Who enters the embedded PostgreSQL by its socket: the logins of the product, and no superuser. What takes a superuser (making these logins, handing them
// what earlier versions made as one) is done before the rules of entry are written, in one session. So the rules are also the mark that it is
// done: a start that finds them takes no superuser at all, one that was killed in the middle leaves it to the next.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, nameOf } from '../connection.ts';
import * as disk from '../disk.ts';
import { LOGINS, makeLogins, ownLoginsAt, SUPERUSER } from '../logins.ts';
import type { Identity } from './identity.ts';

/** Until the logins are made. */
const SUPERUSER_ALONE = `local postgres ${SUPERUSER} trust\n`;
/** Whoever can reach the socket, which its owner alone can, is who they say. Nobody else, and no other database: what no line allows is refused. */
const LOGINS_ALONE = `# Written by Countinghouse when it makes its logins, and whenever this is not what it says here.
local postgres ${LOGINS.map(nameOf).join(',')} trust
local replication ${nameOf('backup')} trust
`;

/** PostgreSQL rereads its rules a moment after it was told to. */
const REREAD_WITHIN_MS = 10_000;
const LOOK_MS = 10;

interface Place {
  readonly dataDir: string;
  readonly identity: Pick<Identity, 'own'>;
}

const rulesOf = (dataDir: string): string => path.join(dataDir, 'pg_hba.conf');

function write({ dataDir, identity }: Place, rules: string): void {
  disk.writeWhole(rulesOf(dataDir), rules);
  identity.own(rulesOf(dataDir));
}

/** Whether the logins are made and a superuser is kept out. */
export const isClosed = (dataDir: string): boolean =>
  existsSync(rulesOf(dataDir)) && readFileSync(rulesOf(dataDir), 'utf8') === LOGINS_ALONE;

/** Before a start: the superuser may enter, and nobody else. */
export function openToSuperuser(place: Place): void {
  write(place, SUPERUSER_ALONE);
}

/** Makes the logins as superuser, writes the rules that keep superusers out, and waits until they hold. */
export async function closeToSuperuser(place: Place, at: { readonly host: string; readonly port: number }): Promise<void> {
  const where = { ...ownLoginsAt(at), user: SUPERUSER };
  const client = await connect(where, 'login', { statement_timeout: 0 });
  try {
    await client.query("set lock_timeout = 0; set synchronous_commit = 'on'");
    await makeLogins(client);
    write(place, LOGINS_ALONE);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
  for (const until = performance.now() + REREAD_WITHIN_MS; performance.now() < until; await sleep(LOOK_MS)) {
    const entered = await connect(where, 'login').catch(() => null);
    if (entered === null) return;
    await entered.end();
  }
  throw new Error(`PostgreSQL lets its superuser in, whom ${rulesOf(place.dataDir)} keeps out`);
}
