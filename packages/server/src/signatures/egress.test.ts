// The guarded way out, against servers that are really there. What is barred is never connected to: each server counts its callers.

import http from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Egress, isPublicAddress } from './egress.ts';

const asked: string[] = [];
let server: http.Server;
let port: number;
let own: string;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(`${request.method} ${request.headers.host} ${url}`);
    if (url === '/ok') return response.end('hello');
    if (url === '/long') return response.end('x'.repeat(5_000));
    if (url === '/never') return;
    if (url === '/trickle') {
      const drip = setInterval(() => response.write('x'), 20);
      return response.on('close', () => clearInterval(drip));
    }
    const to = new URL(url, own).searchParams.get('to');
    response.writeHead(to === null ? 404 : 302, to === null ? {} : { location: to });
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  own = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A resolver that knows two names, and how often it was asked. */
function resolver(answers: Readonly<Record<string, readonly string[]>>): LookupFunction {
  return (hostname, _options, done) =>
    done(
      null,
      (answers[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}
async function withEgress<T>(o: ConstructorParameters<typeof Egress>[0], work: (egress: Egress) => Promise<T>): Promise<T> {
  const egress = new Egress(o);
  try {
    return await work(egress);
  } finally {
    await egress.close();
  }
}
const bounds = { withinMs: 2_000, bytesMax: 1_000 };
const redirect = (to: string): string => `${own}/?to=${encodeURIComponent(to)}`;

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '::808:808',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::7f00:1',
    '64:ff9b:1:ffff::808:808',
    '2002:a9fe:a9fe::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '::ffff:0:7f00:1',
    '::ffff:0:808:808',
    'fec0::1',
    '100::1',
    '5f00::1',
    '3fff::1',
    '2001:db8::1',
    '2001:2::1',
    '2001:10::1',
    '192.88.99.1',
    '192.31.196.1',
    '192.175.48.1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'nothing',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001:81b::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  const egress = new Egress({ allow: ['exempt.test', 'ported.test:8443'] });
  afterAll(() => egress.close());
  test.each([
    ['http://example.com/', 'https'],
    ['ftp://example.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['nonsense', 'https'],
    ['', 'https'],
    ['https://me@example.com/', 'name and password'],
    ['https://:secret@example.com/', 'name and password'],
    ['https://127.0.0.1/', 'not public'],
    ['https://2130706433/', 'not public'],
    ['https://0x7f.1/', 'not public'],
    ['https://0177.0.0.1/', 'not public'],
    ['https://169.254.169.254/latest/meta-data', 'not public'],
    ['https://[::1]/', 'not public'],
    ['https://[::ffff:10.0.0.1]/', 'not public'],
    ['https://localhost/', 'not public'],
    ['https://LOCALHOST./', 'not public'],
    ['https://a.localhost/', 'not public'],
    ['http://user@exempt.test/', 'name and password'],
    ['ftp://exempt.test/', 'https'],
    ['http://ported.test/', 'https'],
  ])('%s is refused as it stands', (url, why) => expect(egress.faultOf(url)).toContain(why));
  test.each(['https://example.com/x', 'https://8.8.8.8/', 'http://exempt.test:81/', 'https://EXEMPT.test/', 'http://ported.test:8443/'])(
    '%s may be reached',
    (url) => expect(egress.faultOf(url)).toBeNull(),
  );
});

describe('a request', () => {
  test('to an exempt host is made, and its answer handed over', async () => {
    const answered = await withEgress({ allow: [`127.0.0.1:${port}`] }, (e) => e.send({ url: `${own}/ok`, ...bounds }));
    expect([answered.status, answered.body.toString()]).toEqual([200, 'hello']);
  });
  test('to a name that leads inside is refused before anything is connected, whatever else it leads to', async () => {
    const lookup = resolver({
      'inside.test': ['127.0.0.1'],
      'both.test': ['93.184.216.34', '127.0.0.1'],
      'meta.test': ['169.254.169.254'],
      'six.test': ['::1'],
      'nowhere.test': [],
    });
    const before = asked.length;
    for (const host of ['inside.test', 'both.test', 'meta.test', 'six.test', 'nowhere.test'])
      await expect(withEgress({ allow: [], lookup }, (e) => e.send({ url: `https://${host}:${port}/ok`, ...bounds }))).rejects.toThrow(
        'not public',
      );
    expect(asked.length).toBe(before);
  });
  test('to a name that leads outside is connected to where it leads', async () => {
    // A public address that answers nobody: that it was tried is told by how it failed.
    const lookup = resolver({ 'outside.test': ['93.184.216.34', '2606:4700:4700::1111'] });
    const failed = withEgress({ allow: [], lookup }, (e) => e.send({ url: 'https://outside.test/', withinMs: 300, bytesMax: 1 }));
    await expect(failed).rejects.toThrow(/in time|can’t be reached/);
  });
  test('follows a redirect, looks at each address anew, and drops it where it leads inside', async () => {
    const allow = [`127.0.0.1:${port}`];
    const followed = await withEgress({ allow }, (e) => e.send({ url: redirect('/ok'), ...bounds }));
    expect(followed.body.toString()).toBe('hello');
    for (const to of [`http://127.0.0.2:${port}/ok`, 'https://169.254.169.254/', `http://localhost:${port}/ok`, 'ftp://example.com/'])
      await expect(withEgress({ allow }, (e) => e.send({ url: redirect(to), ...bounds }))).rejects.toThrow(/not public|https/);
    await expect(withEgress({ allow }, (e) => e.send({ url: redirect(`http://x:y@127.0.0.1:${port}/ok`), ...bounds }))).rejects.toThrow(
      'name and password',
    );
    const round = redirect(redirect(redirect(redirect('/ok'))));
    await expect(withEgress({ allow }, (e) => e.send({ url: round, ...bounds }))).rejects.toThrow('too many times');
  });
  test('that posts is not sent on', async () => {
    const allow = ['127.0.0.1'];
    const answered = await withEgress({ allow }, (e) => e.send({ url: redirect('/ok'), method: 'POST', body: '{}', ...bounds }));
    expect(answered.status).toBe(302);
    expect(asked.at(-1)).toMatch(/^POST .*to=/);
  });
  test('that must not be sent on is not', async () => {
    const answered = await withEgress({ allow: ['127.0.0.1'] }, (e) => e.send({ url: redirect('/ok'), follows: false, ...bounds }));
    expect(answered.status).toBe(302);
  });
  test.each([
    ['/long', 'longer than 1000 bytes'],
    ['/never', 'in time'],
    ['/trickle', 'in time'],
  ])('for %s ends at its bounds', async (path, why) => {
    const sent = withEgress({ allow: ['127.0.0.1'] }, (e) => e.send({ url: `${own}${path}`, withinMs: 300, bytesMax: 1_000 }));
    await expect(sent).rejects.toThrow(why);
  });
  test('to nobody says no more than that', async () => {
    const sent = withEgress({ allow: ['127.0.0.1'] }, (e) => e.send({ url: 'http://127.0.0.1:1/', ...bounds }));
    await expect(sent).rejects.toThrow(/^The address can’t be reached\.$/);
  });
});
