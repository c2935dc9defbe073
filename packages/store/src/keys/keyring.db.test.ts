import { randomBytes, randomUUID } from 'node:crypto';
import { makeBooks, openLedger } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { expect, test } from 'vitest';
import { render } from '../sql/statement.ts';
import { KeptTexts } from './kept-texts.ts';
import { Keyring } from './keyring.ts';
import { localKms } from './kms.ts';

const db = useDatabase();

test('chain keys that another master key wrapped are counted', async () => {
  const [former, fresh] = [randomBytes(32), randomBytes(32)];
  const ledgers = [openLedger(db.where, { masterKey: former }), openLedger(db.where, { masterKey: fresh })] as const;
  const { writerPool } = ledgers[0];
  expect(await new Keyring(localKms(former)).countShut(writerPool)).toBe(0);
  const { tenantId } = await makeBooks(ledgers[0]);
  // What else is kept beside chain keys is none.
  const texts = new KeptTexts({ kms: localKms(former), writerPool });
  await writerPool.query(render(await texts.keep(tenantId, 'webhook-secret', randomUUID(), 'a secret')));
  for (const [i, ledger] of ledgers.entries()) for (let made = 0; made <= i; made++) await makeBooks(ledger);
  expect(await new Keyring(localKms(former)).countShut(writerPool)).toBe(2);
  expect(await new Keyring(localKms(fresh)).countShut(writerPool)).toBe(2);
  expect(await new Keyring(localKms(fresh, former)).countShut(writerPool)).toBe(0);
  for (const ledger of ledgers) await ledger.close();
});
