import { randomBytes, randomUUID } from 'node:crypto';
import { makeBooks, openLedger } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { expect, test } from 'vitest';
import { connect } from '../connection.ts';
import { KeptTexts } from '../keys/kept-texts.ts';
import { Keyring } from '../keys/keyring.ts';
import { KeyUnavailable, localKms } from '../keys/kms.ts';
import { PiiStore } from '../keys/pii.ts';
import { queueMail } from '../mail-outbox.ts';
import { render } from '../sql/statement.ts';
import { rewrapAll } from './rewrap.ts';

const db = useDatabase();

test('every secret that is kept is brought under the new master key, and opens under it alone', async () => {
  const [former, fresh] = [randomBytes(32), randomBytes(32)];
  const before = localKms(former);
  const t = openLedger(db.where, { masterKey: former });
  const pii = new PiiStore({ kms: before, readerPool: t.readerPool, writerPool: t.writerPool });
  const client = await connect(db.where, 'login');
  const later = new PiiStore({ kms: localKms(fresh), readerPool: t.readerPool, writerPool: t.writerPool });
  try {
    const { tenantId } = await makeBooks(t);
    const token = await pii.tokenOf(tenantId, 'email', 'jane@example.test');
    const webhook = randomUUID();
    const kept = new KeptTexts({ kms: before, writerPool: t.writerPool });
    await t.writerPool.query(render(await kept.keep(tenantId, 'webhook-secret', webhook, 'a secret')));
    const id = randomUUID();
    const wrappedToken = await before.wrap(Buffer.from('a token'), `mail/${id}`);
    await t.writerPool.query(render(queueMail({ id, kind: 'invitation', userId: null, wrappedToken, lifeSeconds: 60 })));

    const done = await rewrapAll(client, localKms(fresh, former));
    expect(done).toEqual({ 'chain keys': 1, webhooks: 1, 'keys of personal data': 1, mail: 1 });

    const alone = localKms(fresh);
    expect(await later.tokenOf(tenantId, 'email', 'jane@example.test')).toBe(token);
    expect(await new KeptTexts({ kms: alone, writerPool: t.writerPool }).read(tenantId, 'webhook-secret', webhook)).toBe('a secret');
    const mail = await client.query<{ wrapped_token: string }>('select wrapped_token from mail_outbox where id = $1', [id]);
    expect((await alone.unwrap(mail.rows[0]?.wrapped_token ?? '', `mail/${id}`)).toString()).toBe('a token');
    const chain = await client.query<{ kid: string }>(`select kid from signing_keys where tenant_id = $1 and purpose = 'chain'`, [
      tenantId,
    ]);
    const kid = chain.rows[0]?.kid ?? '';
    await expect(new Keyring(alone).load(client, tenantId, kid)).resolves.toBeUndefined();
    await expect(new Keyring(before).load(client, tenantId, kid)).rejects.toThrow(KeyUnavailable);
    await expect(rewrapAll(client, localKms(randomBytes(32)))).rejects.toThrow(KeyUnavailable);
  } finally {
    pii.close();
    later.close();
    await client.end();
    await t.close();
  }
});
