import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errors } from '@countinghouse/contract/errors';
import { intents } from '@countinghouse/contract/features/intents';
import { routes } from '@countinghouse/contract/routes';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { type Answer, openTestServer } from '@countinghouse/testkit/test-server';
import { expect, test } from 'vitest';

const db = useDatabase();

interface Described {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags?: readonly string[]; readonly summary?: string }>>>>;
}

test('the API describes every route of the contract, under the feature it belongs to, and docs/reference/openapi.json is that document byte for byte', async () => {
  const testServer = await openTestServer(db.where);
  const { status, body, bytes } = await testServer.nobody.send('GET', '/api/openapi.json');
  expect(status).toBe(200);
  expect(bytes.toString()).toBe(readFileSync(new URL('../../../../docs/reference/openapi.json', import.meta.url), 'utf8'));
  const described = body as unknown as Described;
  expect(described.openapi).toBe('3.1.0');
  const told = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => `${method.toUpperCase()} ${path} ${call.tags?.join()} ${call.summary}`),
  );
  const known = Object.entries(routes).flatMap(([stem, group]) =>
    Object.values(group).flatMap((r) =>
      [r.path, ...(r.v1 === undefined ? [] : [r.v1.path])].map((at) => `${r.method} ${at.replace(/:(\w+)/g, '{$1}')} ${stem} ${r.summary}`),
    ),
  );
  expect(told.sort()).toEqual(known.sort());
  await testServer.close();
});

test('the API shows a batch with an example that its schema takes, and what it answers', async () => {
  const testServer = await openTestServer(db.where);
  const { body } = await testServer.nobody.send('GET', '/api/openapi.json');
  interface Schema {
    readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  }
  interface Content {
    readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example?: unknown } };
  }
  const paths = body['paths'] as Readonly<
    Record<string, { readonly post: { readonly requestBody: Content; readonly responses: Readonly<Record<string, Content>> } }>
  >;
  const call = paths[intents.batch.path]?.post ?? expect.fail('the batch is described');
  const { schema, example } = call.requestBody.content['application/json'];
  expect(intents.batch.body.parse(example).intents).toHaveLength(2);
  expect(schema.properties['atomic']?.description).toContain('BATCH_REFUSED');
  expect(Object.keys(call.responses['200']?.content['application/json'].schema.properties ?? {})).toEqual(['ok', 'executed', 'results']);
  expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(['400', '401', '403', '422', '503']));
  const { content } =
    (paths['/api/v1/reports/trial-balance'] as unknown as { readonly get: typeof call }).get.responses['200'] ?? expect.fail();
  expect(Object.keys(content)).toEqual(['application/json', 'text/csv', 'application/pdf']);
  // Of refusals that no call names, such as 413 and 423.
  expect(call.responses['default']).toEqual({ $ref: '#/components/responses/Refusal' });
  await testServer.close();
});

test('the headers of answers are described: of a tagged one, of the same again, and of a refusal that passes', async () => {
  const testServer = await openTestServer(db.where, {}, { callPace: { burst: 9, perMinute: 1 } });
  const { owner, tenantId } = await openOrganisation(testServer);
  interface Told {
    readonly $ref?: string;
    readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  }
  const document = (await testServer.nobody.send('GET', '/api/openapi.json')).body as unknown as {
    readonly components: { readonly headers: Readonly<Record<string, object>>; readonly responses: Readonly<Record<string, Told>> };
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Told>> }>>>>;
  };
  const describedOf = (path: string, method: string, status: number): readonly string[] => {
    const told = document.paths[path]?.[method]?.responses[status] ?? expect.fail('the answer is described');
    const { headers = {} } = told.$ref === undefined ? told : (document.components.responses[told.$ref.split('/').at(-1) ?? ''] ?? {});
    return Object.keys(headers).filter((name) => document.components.headers[name] !== undefined);
  };
  const hasAll = (answer: Answer, path: string, method: string, names: readonly string[]): void => {
    const described = describedOf(path, method, answer.status);
    expect(described).toEqual(expect.arrayContaining([...names]));
    expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining([...names]));
    // What is among the answer's headers and known to the document is described where it is.
    expect(Object.keys(document.components.headers).filter((name) => name in answer.headers && !described.includes(name))).toEqual([]);
  };
  const here = { 'x-tenant-id': tenantId };
  const first = await owner.send('GET', '/api/v1/events', undefined, here);
  hasAll(first, '/api/v1/events', 'get', ['x-request-id', 'etag']);
  const again = await owner.send('GET', '/api/v1/events', undefined, { ...here, 'if-none-match': String(first.headers['etag']) });
  expect(again.status).toBe(304);
  hasAll(again, '/api/v1/events', 'get', ['x-request-id', 'etag']);
  let answer = first;
  for (let i = 0; answer.status !== 429 && i < 10; i++) {
    answer = await owner.send('POST', '/api/internal/tenants/rename', { name: `Acme ${i}` }, here);
    if (answer.status === 200) hasAll(answer, '/api/internal/tenants/rename', 'post', ['x-request-id', 'ratelimit-remaining']);
  }
  expect(answer.status).toBe(429);
  hasAll(answer, '/api/internal/tenants/rename', 'post', ['x-request-id', 'retry-after', 'ratelimit-reset']);
  await testServer.close();
});

test('every code is described where the type of a refusal leads', async () => {
  const testServer = await openTestServer(db.where);
  const refused = await testServer.nobody.send('GET', '/api/v1/nothing');
  const [page = '', place] = String(refused.body['type']).split('#');
  const { status, headers, body } = await testServer.nobody.send('GET', page);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
  const ids = [...String(body['text']).matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
  expect(ids).toContain(place);
  expect(ids).toEqual(Object.keys(errors));
  await testServer.close();
});

test('the API shows metadata in a query as a member a key', async () => {
  const testServer = await openTestServer(db.where);
  const { body } = await testServer.nobody.send('GET', '/api/openapi.json');
  const paths = body['paths'] as Readonly<Record<string, { readonly get: { readonly parameters: readonly { readonly name: string }[] } }>>;
  for (const path of ['/api/v1/intents', '/api/v1/intent-totals', '/api/v1/postings', '/api/v1/accounts']) {
    const found = paths[path]?.get.parameters.find(({ name }) => name === 'metadata');
    expect([path, found]).toMatchObject([path, { in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } }]);
  }
  await testServer.close();
});

test('the page of the reference runs its own scripts alone, the one within it by its hash', async () => {
  const testServer = await openTestServer(db.where);
  const { status, headers, body } = await testServer.nobody.send('GET', '/api/docs/');
  expect(status).toBe(200);
  const policy = String(headers['content-security-policy']);
  const answer = await testServer.nobody.send('GET', '/api/internal/session');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none';.*sandbox$/);
  expect(policy).toContain("default-src 'none'");
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
  const [, inline = ''] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(String(body['text'])) ?? [];
  expect(inline).toContain('Scalar.createApiReference');
  expect(scripts).toEqual(["'self'", `'sha256-${createHash('sha256').update(inline).digest('base64')}'`]);
  await testServer.close();
});
