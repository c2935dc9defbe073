// Mail leaves after the commit, at least once, whatever happens to the mail server or to us.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { auth } from '@countinghouse/contract/features/auth';
import { people } from '@countinghouse/contract/features/people';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFreePort } from '@countinghouse/testkit/server-process';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';

const db = useDatabase();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Received {
  readonly to: string;
  readonly messageId: string;
}

/** A real mail server. `hears` is asked for each mail it got, before it takes it. */
async function openSmtp(
  port: number,
  o: { readonly refuses?: (address: string) => boolean; readonly hears?: (mail: Received) => Promise<void> } = {},
): Promise<{ readonly mails: Received[]; close(): Promise<void> }> {
  const mails: Received[] = [];
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(o.refuses?.(address) === true ? new Error('no such mailbox') : undefined),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void (async () => {
          const { messageId = '' } = await PostalMime.parse(Buffer.concat(chunks));
          const mail = { to: envelope.rcptTo[0]?.address ?? '', messageId };
          await o.hears?.(mail);
          mails.push(mail);
          done();
        })();
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  let closed = false;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      if (closed) return resolve();
      closed = true;
      server.close(() => resolve());
    });
  closing.push(close);
  return { mails, close };
}

async function openServer(port: number, more: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const opened = await openTestServer(db.where, { SMTP_URL: `smtp://127.0.0.1:${port}`, ...more });
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await opened.close();
    closed = true;
  };
  closing.push(close);
  return { ...opened, close };
}
const portOf = async (): Promise<number> => findFreePort();
const newEmail = (): string => `guest-${randomUUID().slice(0, 8)}@example.test`;

interface Row {
  readonly attempts: number;
  readonly refusals: number;
  readonly failed: boolean;
  readonly last_error: string | null;
}
const rows = async (h: TestServer): Promise<readonly Row[]> =>
  (
    await h.opened.loginPool.query<Row>(
      'select attempts, refusals, failed_at is not null as failed, last_error from mail_outbox order by created_at',
    )
  ).rows;
/** The wait between two tries is over. */
async function hurry(h: TestServer): Promise<void> {
  await h.opened.loginPool.query('update mail_outbox set next_try_at = now() where failed_at is null');
  h.opened.services.mailWorker.nudge();
}

describe('an invitation', () => {
  test('is answered while the mail server is away, and its mail arrives once it is back, once', async () => {
    const port = await portOf();
    const h = await openServer(port);
    const { owner } = await openOrganisation(h);
    const email = newEmail();
    expect((await owner.call(people.invite, { body: { email } })).status).toBe(200);
    await expect.poll(async () => (await rows(h))[0]?.attempts).toBe(1);
    expect(await rows(h)).toMatchObject([{ refusals: 0, failed: false, last_error: 'ESOCKET' }]);
    const smtp = await openSmtp(port);
    await hurry(h);
    await expect.poll(() => smtp.mails.map((m) => m.to)).toEqual([email]);
    await h.mails();
    await hurry(h);
    expect(smtp.mails).toHaveLength(1);
    expect(await rows(h)).toEqual([]);
  });
  test('that was revoked before its mail could leave is not mailed', async () => {
    const port = await portOf();
    const h = await openServer(port);
    const { owner } = await openOrganisation(h);
    const { invite } = (await owner.call(people.invite, { body: { email: newEmail() } })).body;
    await expect.poll(async () => (await rows(h))[0]?.attempts).toBe(1);
    await owner.call(people.revokeInvite, { params: { id: invite.id } });
    const smtp = await openSmtp(port);
    await hurry(h);
    await h.mails();
    expect(smtp.mails).toEqual([]);
    expect(await rows(h)).toEqual([]);
  });
  test('that is refused leaves no mail behind', async () => {
    const port = await portOf();
    const h = await openServer(port);
    const { owner } = await openOrganisation(h);
    expect((await owner.call(people.invite, { body: { email: owner.email } })).status).toBe(409);
    expect(await rows(h)).toEqual([]);
  });
});

describe('a mailbox that the mail server does not know', () => {
  test('is a dead letter after three refusals; the others get their mail; nobody is named', async () => {
    const port = await portOf();
    const [poison, fine] = [newEmail(), newEmail()];
    const smtp = await openSmtp(port, { refuses: (address) => address === poison });
    const h = await openServer(port);
    const { owner } = await openOrganisation(h);
    await owner.call(people.invite, { body: { email: poison } });
    await owner.call(people.invite, { body: { email: fine } });
    await expect.poll(() => smtp.mails.map((m) => m.to)).toEqual([fine]);
    for (let refusals = 1; refusals <= 3; refusals++) {
      await expect.poll(async () => (await rows(h))[0]?.refusals).toBe(refusals);
      await hurry(h);
    }
    expect(await rows(h)).toEqual([{ attempts: 3, refusals: 3, failed: true, last_error: 'EENVELOPE 550' }]);
    const metrics = async (): Promise<string> => String((await h.nobody.send('GET', '/metrics')).body['text']);
    await expect.poll(metrics).toContain('countinghouse_mail{state="failed"} 1');
    expect(await metrics()).toContain('countinghouse_mail{state="waiting"} 0');
    expect(await metrics()).not.toContain(poison);
    const kept = await h.opened.loginPool.query<{ row: string }>('select to_jsonb(m)::text as row from mail_outbox m');
    expect(kept.rows.map((r) => r.row).join()).not.toContain('@');
    await h.opened.loginPool.query('delete from mail_outbox');
  });
});

describe('a server that dies between sending and noting it', () => {
  test('leaves a mail that the next one sends again, under the same Message-ID', async () => {
    const port = await portOf();
    let dying: Promise<unknown> | null = null;
    let dead: TestServer | null = null;
    const smtp = await openSmtp(port, {
      // The connection that holds the row is cut while the mail server has the mail and has not answered.
      hears: async () => {
        dying ??= dead?.opened.loginPool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction' and query like '%mail_outbox%'`,
        ) as Promise<unknown>;
        await dying;
      },
    });
    const h = await openServer(port);
    dead = h;
    const { owner } = await openOrganisation(h);
    const email = newEmail();
    await owner.call(people.invite, { body: { email } });
    await expect.poll(() => smtp.mails.length).toBe(2);
    expect(new Set(smtp.mails.map((m) => m.messageId)).size).toBe(1);
    expect(smtp.mails[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@127\.0\.0\.1>$/);
    await h.mails();
    expect(smtp.mails).toHaveLength(2);
  });
});

describe('two servers over one database', () => {
  test('send each mail once', async () => {
    const port = await portOf();
    const emails = Array.from({ length: 30 }, newEmail);
    let pairs = 0;
    let waiting: (() => void) | null = null;
    let over = false;
    const smtp = await openSmtp(port, {
      // A mail is taken once another is there too: each server sends one at a time, so the second is the other server's.
      hears: () => {
        const other = waiting;
        waiting = null;
        if (other === null && !over) return new Promise((resolve) => (waiting = resolve));
        pairs += 1;
        other?.();
        return Promise.resolve();
      },
    });
    const one = await openServer(port);
    const two = await openServer(port, { DATA_DIR: one.dataDir });
    // Where one server alone sends, the mail that waits must not keep it from closing.
    closing.push(async () => {
      over = true;
      waiting?.();
    });
    const { owner } = await openOrganisation(one);
    await Promise.all(
      emails.map(async (email) => {
        expect((await owner.call(people.invite, { body: { email } })).status).toBe(200);
        two.opened.services.mailWorker.nudge();
      }),
    );
    await one.mails();
    expect(smtp.mails.map((m) => m.to).sort((a, b) => (a < b ? -1 : 1))).toEqual([...emails].sort((a, b) => (a < b ? -1 : 1)));
    expect(pairs, 'both were sending at once').toBe(emails.length / 2);
    await two.close();
  });
});

describe('a server that is asked to end', () => {
  test('finishes the mail it is sending and leaves the rest to the next one', async () => {
    const port = await portOf();
    let begun = (): void => {};
    let goOn = (): void => {};
    const first = new Promise<void>((resolve) => (begun = resolve));
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const smtp = await openSmtp(port, {
      hears: () => {
        begun();
        return gate;
      },
    });
    const one = await openServer(port);
    const { owner } = await openOrganisation(one);
    for (let i = 0; i < 3; i++) await owner.call(people.invite, { body: { email: newEmail() } });
    await first;
    const ended = one.opened.services.mailWorker.stop();
    goOn();
    await ended;
    expect(smtp.mails).toHaveLength(1);
    expect(await rows(one)).toHaveLength(2);
    const two = await openServer(port, { DATA_DIR: one.dataDir });
    await two.mails();
    expect(smtp.mails).toHaveLength(3);
    expect(new Set(smtp.mails.map((m) => m.messageId)).size).toBe(3);
    await two.close();
  });
});

describe('a mail that outlived its link', () => {
  test('is a dead letter when it still cannot leave', async () => {
    const port = await portOf();
    const h = await openServer(port);
    const pat = await h.person();
    await h.nobody.call(auth.forgot, { body: { email: pat.email } });
    await expect.poll(async () => (await rows(h))[0]?.attempts).toBe(1);
    await h.opened.loginPool.query('update mail_outbox set give_up_at = now()');
    await hurry(h);
    await expect.poll(async () => (await rows(h))[0]?.failed).toBe(true);
    expect((await rows(h))[0]?.last_error).toBe('ESOCKET');
  });
});
