import { connect } from '@countinghouse/store/connection';
import { useDatabase } from '@countinghouse/testkit/database';
import { afterEach, expect, test } from 'vitest';
import { MigrationRefused, migrate } from './migrate.ts';

const db = useDatabase();
const BEFORE_IT_WAS_MENDED = 'a4be7a74bb0a38633a2cc2e3c1f16a12fd66b68a4104cc3ad9cd2e1b92776f9c';

let put = '';
async function rememberedAs(sha256: string): Promise<readonly string[]> {
  const client = await connect(db.where, 'login');
  try {
    const found = await client.query<{ sha256: string }>("select sha256 from schema_migrations where name = '0001-ledger'");
    put ||= found.rows[0]?.sha256 ?? '';
    await client.query("update schema_migrations set sha256 = $1 where name = '0001-ledger'", [sha256]);
    return await migrate(client);
  } finally {
    await client.end();
  }
}
afterEach(() => rememberedAs(put));

test('a database that was migrated before a text was mended is taken as it is', async () => {
  expect(await rememberedAs(BEFORE_IT_WAS_MENDED)).toEqual([]);
});

test('a text that is not the one that was applied is refused by its name', async () => {
  await expect(rememberedAs('0'.repeat(64))).rejects.toThrow(MigrationRefused);
  await expect(rememberedAs('0'.repeat(64))).rejects.toThrow('migration 0001-ledger was changed after it was applied');
});
