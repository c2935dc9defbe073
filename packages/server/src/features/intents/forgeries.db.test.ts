// 2,000 signatures that somebody might pass off: none is accepted, none stops the writer.

import { createHmac, createPublicKey, randomBytes, randomInt, sign } from 'node:crypto';
import { type IntentInput, intents } from '@countinghouse/contract/features/intents';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { encode, makeSigner, payloadOf, type Signer } from '@countinghouse/testkit/signer';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const EACH = 84;
const AT_ONCE = 100;

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

/** The order of the group of Ed25519: S and S + L sign alike where nobody looks. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const registerKey = (who: Person, { publicJwk }: Signer, headers: Record<string, string>) =>
  who.call(signingKeys.create, { body: { action: 'register', label: 'k', public_jwk: publicJwk } }, headers);

const headerOf = (alg: string, kid: string, more: object = {}): string => JSON.stringify({ alg, kid, ...more });
const parts = (intent: IntentInput): readonly [string, Buffer] => {
  const [header = '', , signature = ''] = (intent.signature ?? '').split('.');
  return [header, Buffer.from(signature, 'base64url')];
};
const withParts = (intent: IntentInput, header: string, signature: Buffer | string): IntentInput => ({
  ...intent,
  signature: `${header}..${encode(signature)}`,
});
function flipBit(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = randomInt(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << randomInt(8));
  return copy;
}
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** A busy machine may say 503, which decides nothing: it is asked again. */
async function served<A extends { readonly status: number }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

test(`forged signatures, ${24 * EACH} of them: 0 are accepted, and the writer goes on`, { timeout: 120_000 }, async () => {
  const acme = await openOrganisation(testServer);
  const { owner, tenantId } = acme;
  const here = { 'x-tenant-id': tenantId };
  const mo = await acme.member();
  const [revoked, sunset, own, mos] = [makeSigner(), makeSigner('ec'), makeSigner(), makeSigner('ec')];
  await registerKey(owner, revoked, here);
  await owner.call(signingKeys.revoke, { params: { kid: revoked.kid } }, here);
  await registerKey(owner, sunset, here);
  await registerKey(owner, own, here);
  await registerKey(mo, mos, here);
  const elsewhere = await openOrganisation(testServer);
  const foreign = makeSigner();
  await registerKey(elsewhere.owner, foreign, { 'x-tenant-id': elsewhere.tenantId });
  await owner.call(settings.changeSigning, { body: { signing_mode: 'DEV', enforce_signed_intents: true } }, here);
  const keys = (await owner.call(signingKeys.list, {}, here)).body.keys;
  const chainKid = keys.find((k) => k.purpose === 'chain')?.kid ?? '';

  /** What an attacker has of the public key, in every dress in which a library might take it for a secret. */
  const secrets = (jwk: Signer['publicJwk']): readonly (Buffer | string)[] => {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const der = key.export({ format: 'der', type: 'spki' });
    return [key.export({ format: 'pem', type: 'spki' }), der, JSON.stringify(jwk), Buffer.from(jwk.x, 'base64url'), jwk.x];
  };
  const macOf = (input: string, secret: Buffer | string): Buffer => createHmac('sha256', secret).update(input).digest();
  const altered = (intent: IntentInput): IntentInput =>
    pick<(i: IntentInput) => IntentInput>([
      (i) => ({ ...i, proposed_actions: [row('CASH', 'BANK', '10.00000001')] }),
      (i) => ({ ...i, proposed_actions: [row('BANK', 'CASH', '10')] }),
      (i) => ({ ...i, value_date: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) }),
      (i) => ({ ...i, constraints: { require_available: false } }),
      (i) => ({ ...i, idem_key: `${i.idem_key}x` }),
      (i) => ({ ...i, consent: { ...i.consent, reference: 'other' } }),
      (i) => ({ ...i, use_case: 'other' }),
      (i) => ({ ...i, actor: 'other' }),
    ])(intent);

  const forgeries: Readonly<Record<string, (intent: IntentInput) => IntentInput>> = {
    'another key under this name': (i) => makeSigner('ed25519', own.kid).sign(i),
    'another kind of key under this name': (i) => makeSigner('ec', own.kid).sign(i),
    'a name that nobody has': (i) => makeSigner(pick(['ed25519', 'ec'])).sign(i),
    'the revoked key': (i) => revoked.sign(i),
    'the sunsetting key': (i) => sunset.sign(i),
    'another person’s key': (i) => mos.sign(i),
    'another person’s name, own key': (i) => own.sign(i, headerOf('EdDSA', mos.kid)),
    'another organisation’s key': (i) => foreign.sign(i),
    'the chain’s name': (i) => makeSigner('ed25519', chainKid).sign(i),
    'a changed algorithm, signed': (i) =>
      own.sign(i, headerOf(pick(['ES256', 'RS256', 'PS256', 'eddsa', 'Ed25519', 'ES384', '']), own.kid)),
    'a changed algorithm, not signed anew': (i) =>
      withParts(i, encode(headerOf(pick(['ES256', 'HS256', 'EDDSA']), own.kid)), parts(own.sign(i))[1]),
    'none, in any case': (i) =>
      withParts(i, encode(headerOf(pick(['none', 'None', 'NONE', 'nOnE']), own.kid)), pick(['', parts(own.sign(i))[1]])),
    'the public key as a secret': (i) => {
      const header = encode(headerOf('HS256', own.kid));
      return withParts(i, header, macOf(`${header}.${encode(payloadOf(i))}`, pick(secrets(own.publicJwk))));
    },
    'the public key as a secret, said to be EdDSA': (i) => {
      const header = encode(headerOf('EdDSA', own.kid));
      const mac = macOf(`${header}.${encode(payloadOf(i))}`, pick(secrets(own.publicJwk)));
      return withParts(i, header, pick([mac, Buffer.concat([mac, mac])]));
    },
    'a header with a member twice, signed': (i) =>
      own.sign(
        i,
        pick([
          `{"alg":"none","kid":"${own.kid}","alg":"EdDSA"}`,
          `{"alg":"EdDSA","kid":"${mos.kid}","kid":"${own.kid}"}`,
          `{"alg":"EdDSA","kid":"${own.kid}","\\u006bid":"${mos.kid}"}`,
          `{"alg":"EdDSA","alg":"EdDSA","kid":"${own.kid}"}`,
        ]),
      ),
    'a header that brings its own key': (i) => {
      const stranger = makeSigner();
      return stranger.sign(
        i,
        headerOf('EdDSA', own.kid, pick<object>([{ jwk: stranger.publicJwk }, { jku: 'https://evil.test/' }, { x5c: ['AAAA'] }])),
      );
    },
    'crit and b64': (i) =>
      own.sign(i, headerOf('EdDSA', own.kid, pick<object>([{ crit: ['b64'], b64: false }, { b64: true }, { crit: [] }]))),
    'a signature with a bit changed': (i) => {
      const [header, bytes] = parts(own.sign(i));
      return withParts(i, header, flipBit(bytes));
    },
    'a header with a bit changed': (i) => {
      const [header, bytes] = parts(own.sign(i));
      return withParts(i, encode(flipBit(Buffer.from(header, 'base64url'))), bytes);
    },
    'an intent that was changed after it was signed': (i) => altered(own.sign(i)),
    'the signature of another intent': (i) => ({ ...i, signature: own.sign(acme.intent()).signature ?? null }),
    'with the payload in it, or in another spelling': (i) => {
      const [header, bytes] = parts(own.sign(i));
      const tail = encode(bytes);
      const signature = pick([
        `${header}.${encode(payloadOf(i))}.${tail}`,
        `${header}..${tail}.`,
        `${header}.${tail}`,
        `.${header}..${tail}`,
        `${header}..${tail.slice(0, -1)}${String.fromCharCode(tail.charCodeAt(tail.length - 1) + 1)}`,
        `${header}..${tail}AA`,
      ]);
      return { ...i, signature };
    },
    'S beyond the order of the group, or nothing at all': (i) => {
      const [header, bytes] = parts(own.sign(i));
      const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + L;
      const beyond = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
      return withParts(
        i,
        header,
        pick([Buffer.concat([bytes.subarray(0, 32), beyond]), Buffer.alloc(64), Buffer.alloc(64, 0xff), randomBytes(64)]),
      );
    },
    'ES256 as DER, or r and s alone': (i) => {
      const header = encode(headerOf('ES256', mos.kid));
      const der = sign('sha256', Buffer.from(`${header}.${encode(payloadOf(i))}`), mos.privateKey);
      return withParts(i, header, pick([der, der.subarray(0, 64), Buffer.alloc(64), Buffer.concat([Buffer.alloc(32), randomBytes(32)])]));
    },
  };

  const names = Object.keys(forgeries);
  expect(names).toHaveLength(24);
  const plan = Array.from({ length: EACH }, () => names).flat();
  const told = new Map<string, number>();
  let honest = 0;
  for (let from = 0; from < plan.length; from += AT_ONCE) {
    const forged = plan.slice(from, from + AT_ONCE).map(async (name) => {
      // The last one is about a key of P-256: its holder is who is forged.
      const who = name.startsWith('ES256') ? mo : owner;
      const body = (forgeries[name] as (i: IntentInput) => IntentInput)(acme.intent());
      const answer = await served(() => who.send('POST', intents.execute.path, body, here));
      const code = String(answer.body['error']);
      told.set(code, (told.get(code) ?? 0) + 1);
      expect([name, body.signature, code]).toEqual([name, body.signature, 'SIGNATURE_INVALID']);
      expect(answer.status).toBe(422);
    });
    const good = [own.sign(acme.intent()), mos.sign(acme.intent())].map(async (body, i) => {
      const answer = await served(() => (i === 0 ? owner : mo).call(intents.execute, { body }, here));
      expect(answer.body).toMatchObject({ ok: true, status: 'executed' });
      honest += 1;
    });
    await Promise.all([...forged, ...good]);
  }
  console.log(`forgeries: ${JSON.stringify([...told])}, ${honest} honest ones between them`);
  expect(plan.length).toBeGreaterThanOrEqual(2_000);
  const { loginPool, services } = testServer.opened;
  const executed = await loginPool.query<{ n: number }>(
    "select count(*)::int as n from events where tenant_id = $1 and event_type = 'intent.executed'",
    [tenantId],
  );
  expect(executed.rows[0]?.n).toBe(honest);
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, tenantId)).toEqual([]);
});
