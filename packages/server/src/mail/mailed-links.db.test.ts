// Mails as a real mail server gets them, read as a mail program reads them.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { auth } from '@countinghouse/contract/features/auth';
import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Mailer, openMailer, toHtml } from './mail.ts';

interface Received extends Email {
  readonly recipients: readonly string[];
}

const db = useDatabase();
const received: Received[] = [];
let smtp: SMTPServer;
let testServer: TestServer;
let smtpUrl: string;
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map((r) => r.address);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          received.push({ ...mail, recipients });
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  testServer = await openTestServer(db.where, { SMTP_URL: smtpUrl, MAIL_FROM: 'Acme Ledger <ledger@acme.test>' });
});
afterAll(async () => {
  await testServer.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

async function mailTo(email: string): Promise<Received> {
  await testServer.mails();
  const found = received.findLast((m) => m.recipients.includes(email));
  if (found === undefined) throw new Error(`no mail to ${email}`);
  return found;
}
/** The link in the text, which must be the one link in the HTML as well. */
function linkOf({ text = '', html = '' }: Received): URL {
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  expect(links).toHaveLength(1);
  expect([...html.matchAll(/href="([^"]*)"/g)].map((m) => m[1])).toEqual(links);
  return new URL(links[0] ?? '');
}
const newEmail = (): string => `guest-${randomUUID().slice(0, 8)}@example.test`;

describe('an invitation', () => {
  test('arrives as text and HTML, from the system, to that address alone; its link works once', async () => {
    const { owner, tenantId } = await openOrganisation(testServer, 'Söhne <b>& Co</b> "KG"');
    const guest = await testServer.person();
    expect((await owner.call(people.invite, { body: { email: guest.email, role: 'owner' } })).status).toBe(200);
    const mail = await mailTo(guest.email);
    expect(mail).toMatchObject({
      from: { name: 'Acme Ledger', address: 'ledger@acme.test' },
      to: [{ address: guest.email }],
      recipients: [guest.email],
      subject: 'Olive invites you to Söhne <b>& Co</b> "KG"',
    });
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    expect(mail.text).toContain('Söhne <b>& Co</b> "KG"');
    expect(mail.html).toContain('Söhne &lt;b&gt;&amp; Co&lt;/b&gt; &quot;KG&quot;');
    const link = linkOf(mail);
    expect(link.origin + link.pathname).toBe('http://127.0.0.1:3000/invite');
    const token = link.searchParams.get('token') ?? '';
    expect(await guest.call(people.acceptInvite, { body: { token } })).toMatchObject({ status: 200, body: { tenantId, role: 'owner' } });
    expect(await guest.call(people.acceptInvite, { body: { token } })).toMatchObject({
      status: 409,
      body: { code: 'INVITE_ALREADY_USED' },
    });
  });
  test('links to the public address, whatever host the inviter’s request named', async () => {
    const { owner } = await openOrganisation(testServer);
    const email = newEmail();
    await owner.call(people.invite, { body: { email } }, { host: 'localhost:9999' });
    expect(linkOf(await mailTo(email)).host).toBe('127.0.0.1:3000');
  });
  test('has one link, also when a name is one', async () => {
    const { owner } = await openOrganisation(testServer, 'See https://evil.test/now');
    const email = newEmail();
    await owner.call(people.invite, { body: { email } });
    expect((await mailTo(email)).html?.match(/href=/g)).toHaveLength(1);
    expect((await mailTo(email)).html).toContain('href="http://127.0.0.1:3000/invite?token=');
  });
  test('again to the same address kills the link of the first mail', async () => {
    const { owner } = await openOrganisation(testServer);
    const guest = await testServer.person();
    const tokens: string[] = [];
    for (let i = 0; i < 2; i++) {
      await owner.call(people.invite, { body: { email: guest.email } });
      tokens.push(linkOf(await mailTo(guest.email)).searchParams.get('token') ?? '');
    }
    const statuses = [];
    for (const token of tokens) statuses.push((await guest.call(people.acceptInvite, { body: { token } })).status);
    expect(statuses).toEqual([404, 200]);
  });
});

describe('a new password', () => {
  const NEW_PASSWORD = 'a whole new password';
  test('arrives as text and HTML; its link works once, ends every session, and the old password is dead', async () => {
    const pat = await testServer.person();
    expect((await testServer.nobody.call(auth.forgot, { body: { email: pat.email.toUpperCase() } })).status).toBe(200);
    const mail = await mailTo(pat.email);
    expect(mail).toMatchObject({ subject: 'Set a new password', recipients: [pat.email], to: [{ address: pat.email }] });
    const link = linkOf(mail);
    expect(link.origin + link.pathname).toBe('http://127.0.0.1:3000/reset-password');
    const reset = (newPassword: string) =>
      testServer.nobody.call(auth.reset, { body: { token: link.searchParams.get('token') ?? '', newPassword } });
    expect((await pat.call(tenants.mine)).status).toBe(200);
    expect((await reset(NEW_PASSWORD)).status).toBe(200);
    expect(await reset('yet another password')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect((await pat.call(tenants.mine)).status).toBe(401);
    expect((await testServer.signIn(pat.email, pat.password)).status).toBe(401);
    expect((await testServer.signIn(pat.email, NEW_PASSWORD)).status).toBe(200);
  });
  test('is mailed to nobody without an account, and the answer does not tell', async () => {
    const pat = await testServer.person();
    await testServer.mails();
    const before = received.length;
    const [known, unknown] = [
      await testServer.nobody.call(auth.forgot, { body: { email: pat.email } }),
      await testServer.nobody.call(auth.forgot, { body: { email: newEmail() } }),
    ];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await testServer.mails();
    expect(received.length).toBe(before + 1);
  });
});

describe('an address', () => {
  const folders: string[] = [];
  const mailers: Mailer[] = [];
  const open = (url: string | null): Mailer => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-mail-'));
    folders.push(dataDir);
    const mailer = openMailer({
      smtpUrl: url,
      from: 'house@example.test',
      dataDir,
      publicUrl: 'http://127.0.0.1:3000',
      note: () => {},
    });
    mailers.push(mailer);
    return mailer;
  };
  afterEach(() => {
    for (const mailer of mailers.splice(0)) mailer.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  test.each([
    'pat@example.test\r\nBcc: all@example.test',
    'pat@example.test\nall@example.test',
    'pat@example.test\r',
    'pat\u2028@example.test',
    'pat@example.test, all@example.test',
    'pat@example.test;all@example.test',
    '<pat@example.test>',
    '"pat"@example.test',
    'pat',
    '',
  ])('%j is refused before anything is sent, over SMTP and as a file', async (to) => {
    const before = received.length;
    for (const mailer of [open(smtpUrl), open(null)])
      await expect(mailer.send({ id: 'one', to, subject: 'x', text: 'x' })).rejects.toThrow(RangeError);
    expect(received.length).toBe(before);
  });
});

test('HTML has no markup but its own', () => {
  const html = toHtml('<script>alert("1")</script>\nhttps://a.test/?a=1&b="2"\n\nend', 'https://a.test');
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;<br>');
  expect(html).toContain('<a href="https://a.test/?a=1&amp;b=&quot;2&quot;">');
  expect(html.match(/<p>/g)).toHaveLength(2);
});
