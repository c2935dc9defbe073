import { removeFactors } from '@countinghouse/server/auth/second-factor';
import { findPersonByEmail } from '@countinghouse/store/auth/people';
import { openPool } from '@countinghouse/store/connection';
import { answer, withDatabase } from './database.ts';

/** Removes the second factor and the passkeys of a person, at once and in every organisation: theirs is one sign-in. Their sessions end. */
export function removeSecondFactor({ email }: { readonly email: string }, json: boolean): Promise<number> {
  return withDatabase(async ({ where }) => {
    const pool = openPool(where, 'auth');
    try {
      const person = await findPersonByEmail(pool, email.trim().toLowerCase());
      if (person === null) throw new Error(`There is no account ${email}.`);
      await removeFactors(pool, person.id);
      answer(json, `${person.email} signs in with the password alone now. Tell them, and have them set up a new second factor.`, {
        removed: true,
      });
      return 0;
    } finally {
      await pool.end();
    }
  });
}
