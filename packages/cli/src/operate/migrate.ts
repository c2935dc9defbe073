import { migrate } from '@countinghouse/store/migrate';
import { answer, withDatabase, withLogin } from './database.ts';

export function migrateDatabase(json: boolean): Promise<number> {
  return withDatabase(async ({ where }) => {
    const applied = await withLogin(where, migrate);
    answer(json, applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`, { applied });
    return 0;
  });
}
