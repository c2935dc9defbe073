import { answer, withDatabase } from './database.ts';

/** Opening a database migrates it; this command does nothing else, and says what was applied. */
export function migrateDatabase(json: boolean): Promise<number> {
  return withDatabase(async ({ migrated }) => {
    answer(json, migrated.length === 0 ? 'The schema is up to date.' : `Applied ${migrated.join(', ')}.`, { applied: migrated });
    return 0;
  });
}
