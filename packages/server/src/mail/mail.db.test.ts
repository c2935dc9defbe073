import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { auth } from '@countinghouse/contract/features/auth';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { openTestServer } from '@countinghouse/testkit/test-server';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { openMailer, toHtml } from './mail.ts';

const db = useDatabase();

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** A real mail server on this machine, and what it received. */
async function receive(refuse = false, takesMs = 0): Promise<{ readonly url: string; readonly mails: readonly Received[] }> {
  const mails: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('mailbox unavailable') : undefined),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map((r) => r.address), raw: Buffer.concat(chunks) });
        setTimeout(done, takesMs);
      });
    },
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails };
}

const mailer = (smtpUrl: string, more: { readonly sendWithinMs?: number } = {}) =>
  openMailer({
    smtpUrl,
    from: 'Countinghouse <ledger@example.test>',
    dataDir: '/nowhere',
    publicUrl: 'http://127.0.0.1',
    note: () => {},
    ...more,
  });

/** A mail server that is never done with its answer to the first command; and whether a connection to it has ended. */
async function drip(): Promise<{ readonly url: string; readonly ended: Promise<unknown> }> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const server = net.createServer((socket) => {
    socket.write('220 here\r\n');
    const dripping = setInterval(() => socket.write('250-one more\r\n'), 50);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(dripping);
      server.close();
      resolve();
    });
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, ended };
}

describe('a mail', () => {
  test('to set a new password arrives as text and as HTML, and its link works once', async () => {
    const { url, mails } = await receive();
    const testServer = await openTestServer(db.where, { SMTP_URL: url, MAIL_FROM: 'Countinghouse <ledger@example.test>' });
    const pat = await testServer.person();
    await testServer.nobody.call(auth.forgot, { body: { email: pat.email } });
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]).toMatchObject({ from: 'ledger@example.test', to: [pat.email] });
    const mail = await PostalMime.parse(mails[0]?.raw ?? '');
    expect(mail).toMatchObject({ subject: 'Set a new password', from: { name: 'Countinghouse', address: 'ledger@example.test' } });
    expect(mail.to).toMatchObject([{ address: pat.email }]);
    const link = /http:\/\/127\.0\.0\.1:3000\/reset-password\?token=\S+/.exec(mail.text ?? '')?.[0] ?? '';
    expect(mail.html).toContain(`<a href="${link}">${link}</a>`);
    const token = new URL(link).searchParams.get('token') ?? '';
    const body = { token, newPassword: 'another long password' };
    expect((await testServer.nobody.send('POST', auth.reset.path, body)).status).toBe(200);
    expect((await testServer.nobody.send('POST', auth.reset.path, body)).body).toMatchObject({ code: 'INVALID_TOKEN' });
    expect(await testServer.mails()).toEqual([]);
    await testServer.close();
  });
  test.each([
    'a@example.test\r\nBcc: everybody@example.test',
    'a@example.test\nX: y',
    'a@example.test, b@example.test',
    'a@example.test b@example.test',
    'Pat <a@example.test>',
    'a',
    '',
  ])('to %j is refused before anything is sent', async (to) => {
    const { url, mails } = await receive();
    const m = mailer(url);
    await expect(m.send({ id: 'one', to, subject: 's', text: 't' })).rejects.toThrow('not an e-mail address');
    expect(mails).toEqual([]);
    m.close();
  });
  test('with a line break in its subject has no further header', async () => {
    const { url, mails } = await receive();
    const m = mailer(url);
    await m.send({ id: 'one', to: 'a@example.test', subject: 'Hello\r\nBcc: everybody@example.test', text: 't' });
    const mail = await PostalMime.parse(mails[0]?.raw ?? '');
    expect(mails[0]?.to).toEqual(['a@example.test']);
    expect(mail.headers.map((h) => h.key)).not.toContain('bcc');
    m.close();
  });
  test('that the server refuses is an error, never silence', async () => {
    const { url } = await receive(true);
    const m = mailer(url);
    await expect(m.send({ id: 'one', to: 'a@example.test', subject: 's', text: 't' })).rejects.toThrow('did not take');
    m.close();
  });
  test('that the server takes its time over has left, and is not handed over again', { timeout: 60_000 }, async () => {
    const { url, mails } = await receive(false, inForm(200, 20_000));
    const m = mailer(url);
    await m.send({ id: 'one', to: 'a@example.test', subject: 's', text: 't' });
    expect(mails).toHaveLength(1);
    m.close();
  });
  test.each([
    ['after its time', { sendWithinMs: 300 }, undefined],
    ['where whoever sends ends', {}, () => AbortSignal.timeout(300)],
  ])('at a server that says something for ever is given up %s, and the connection with it', async (_when, more, giveUp) => {
    const { url, ended } = await drip();
    const m = mailer(url, more);
    await expect(m.send({ id: 'one', to: 'a@example.test', subject: 's', text: 't' }, giveUp?.())).rejects.toThrow('did not take');
    await ended;
    m.close();
  });
});

describe('the HTML part', () => {
  test('shows text as text: nothing in it becomes markup', () => {
    expect(toHtml('<script>alert("1")</script> & more\nline\n\nhttp://127.0.0.1/?a=1&b="2', 'http://127.0.0.1')).toBe(
      '<!doctype html><html lang="en"><body style="font-family:sans-serif"><p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more<br>line</p><p><a href="http://127.0.0.1/?a=1&amp;b=&quot;2">http://127.0.0.1/?a=1&amp;b=&quot;2</a></p></body></html>',
    );
  });
});
