// A database as the product has it: its logins made by a superuser, its tables by their owner.

import { connect, type Where } from '@countinghouse/store/connection';
import { grantLogins, makeLogins, SUPERUSER } from '@countinghouse/store/logins';
import { migrate } from '@countinghouse/store/migrate';

/** Makes that of an empty database. What is answered enters as `login` as the superuser; every other role enters as itself. */
export async function migrateWithLogins(at: { readonly host: string; readonly port: number }, database = 'postgres') {
  const where = { host: at.host, port: at.port, user: SUPERUSER, database, ownLogins: true } as const satisfies Where;
  const superuser = await connect(where, 'login');
  try {
    await makeLogins(superuser);
  } finally {
    await superuser.end();
  }
  const owner = await connect(where, 'owner', { statement_timeout: 0 });
  try {
    await migrate(owner);
    await grantLogins(owner);
  } finally {
    await owner.end();
  }
  return where;
}
