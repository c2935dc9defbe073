import { findPersonByEmail } from '@countinghouse/store/auth/people';
import { deleteAllSessions } from '@countinghouse/store/auth/sessions';
import { openPool } from '@countinghouse/store/connection';
import { answer, withDatabase } from './database.ts';

interface Options {
  readonly email?: string | undefined;
  readonly all?: boolean | undefined;
}

/** Ends the sessions of a person, or of everybody: within a second they are dead in every server. */
export function endSessions({ email, all = false }: Options, json: boolean): Promise<number> {
  if ((email === undefined) !== all) throw new Error('Say whose sessions: --email or --all.');
  return withDatabase(async ({ where }) => {
    const pool = openPool(where, 'auth');
    try {
      const person = email === undefined ? null : await findPersonByEmail(pool, email.trim().toLowerCase());
      if (email !== undefined && person === null) throw new Error(`There is no account ${email}.`);
      const ended = await deleteAllSessions(pool, person?.id ?? null);
      answer(json, `${ended} session(s) were ended.`, { ended });
      return 0;
    } finally {
      await pool.end();
    }
  });
}
