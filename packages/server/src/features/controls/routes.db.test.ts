import { randomUUID } from 'node:crypto';
import { controls } from '@countinghouse/contract/features/controls';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const PATH = '/api/internal/compliance/controls';
const ATTEST = '/api/internal/compliance/attest';
const CONTROLS_MAX = 200;
const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const today = (): string => new Date().toISOString().slice(0, 10);
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Registers a control and answers it. */
const make = async (
  { owner }: Pick<Organisation, 'owner'>,
  spec: Record<string, unknown> = {},
  name = 'Bank access',
  id: string = randomUUID(),
) => (await owner.call(controls.register, { body: { id, name, spec } })).body.control;

describe('GET /api/internal/compliance/controls', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', PATH)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: to every member of this organisation alone, those in force by name, the retired ones last', async () => {
    const o = await openOrganisation(testServer);
    const [b, gone] = [await make(o, { a: [1, { b: null }] }, 'B'), await make(o, {}, 'A gone')];
    await make(o, { hook: 'intent.validate', expr: 'true' }, 'a');
    await o.owner.call(controls.retire, { params: { id: gone.id } });
    const listed = (await (await o.member()).call(controls.list)).body.controls;
    expect(listed.map((c) => [c.name, c.hook, c.retired_by])).toEqual([
      ['a', 'intent.validate', null],
      ['B', null, null],
      ['A gone', null, o.owner.id],
    ]);
    expect(listed[1]).toEqual(b);
    expect(b).toEqual({
      id: b.id,
      name: 'B',
      version: 1,
      spec: { a: [1, { b: null }] },
      hook: null,
      expr: null,
      created_at: b.registered_at,
      registered_at: expect.stringMatching(/Z$/),
      registered_by: o.owner.id,
      seq: expect.any(Number),
      retired_at: null,
      retired_by: null,
      attest_every_days: null,
      due_on: null,
      due: 'none',
      last_attestation: null,
    });
    expect((await (await openOrganisation(testServer)).owner.call(controls.list)).body.controls).toEqual([]);
  });
  test('200: says what is due: at once where nobody ever attested it, then so many days after the last time', async () => {
    const o = await openOrganisation(testServer);
    const [month, week] = [await make(o, { attest_every_days: 30 }, 'Month'), await make(o, { attest_every_days: 7 }, 'Week')];
    expect([month.due_on, month.due]).toEqual([today(), 'due']);
    for (const { id } of [month, week]) await o.owner.call(controls.attest, { body: { controlId: id, status: 'passed' } });
    const listed = (await o.owner.call(controls.list)).body.controls;
    expect(listed.map((c) => [c.due_on, c.due])).toEqual([
      [inDays(30), 'later'],
      [inDays(7), 'due'],
    ]);
    const { control } = (await o.owner.call(controls.retire, { params: { id: week.id } })).body;
    expect([control.due_on, control.due]).toEqual([null, 'none']);
  });
});

describe('POST /api/internal/compliance/controls', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', PATH, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: a known id is the next version of that control; the same again changes nothing', async () => {
    const o = await openOrganisation(testServer);
    const first = await make(o, { a: 1, b: 2 });
    const before = await o.headSeq();
    expect(await make(o, { b: 2, a: 1 }, ' Bank access ', first.id)).toEqual(first);
    expect(await o.headSeq()).toBe(before);
    const second = await make(o, { a: 2 }, 'Bank access', first.id);
    expect(second).toMatchObject({ id: first.id, version: 2, spec: { a: 2 }, created_at: first.created_at });
    expect(second.registered_at > first.registered_at).toBe(true);
  });
  test('200: another organisation may use the id of one here: they know nothing of each other', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const { id } = await make(acme);
    expect(await make(other, {}, 'Theirs', id)).toMatchObject({ id, version: 1, name: 'Theirs' });
    expect((await acme.owner.call(controls.list)).body.controls.map((c) => c.name)).toEqual(['Bank access']);
  });
  test.each([
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ id: 'c' }, 'id'],
    [{ spec: [] }, 'spec'],
    [{ spec: 'text' }, 'spec'],
    [{ spec: { a: '\u0000' } }, 'spec'],
    [{ spec: { a: 'x'.repeat(20_000) } }, 'spec'],
    [{ spec: { attest_every_days: 0 } }, 'spec.attest_every_days'],
    [{ version: 2 }, 'version'],
  ])('400 VALIDATION_ERROR: %j is refused where it is', async (wrong, path) => {
    const o = await openOrganisation(testServer);
    const answer = await o.owner.send('POST', PATH, { id: randomUUID(), name: 'Control', spec: {}, ...wrong });
    expect(answer).toMatchObject({ ...refused(400, 'VALIDATION_ERROR'), body: { details: [{ path }] } });
    expect((await o.owner.call(controls.list)).body.controls).toEqual([]);
  });
  test('400: a spec that would reach for the prototype is no request at all', async () => {
    const o = await openOrganisation(testServer);
    for (const spec of ['{"__proto__":{"hook":"x"}}', '{"a":{"constructor":{"prototype":{}}}}']) {
      const text = `{"id":"${randomUUID()}","name":"Control","spec":${spec}}`;
      expect(await o.owner.send('POST', PATH, text)).toMatchObject(refused(400, 'INVALID_REQUEST'));
    }
  });
  test('400 MISSING_FIELDS: id, name and spec are all asked for', async () => {
    const o = await openOrganisation(testServer);
    const whole = { id: randomUUID(), name: 'Control', spec: {} };
    for (const body of [
      { ...whole, name: ' ' },
      { ...whole, spec: undefined },
      { ...whole, id: undefined },
    ])
      expect(await o.owner.send('POST', PATH, body)).toMatchObject(refused(400, 'MISSING_FIELDS'));
  });
  test('403: a member does not', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await mo.send('POST', PATH, { id: randomUUID(), name: 'x', spec: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('409 CONTROL_RETIRED: what was retired has no next version', async () => {
    const o = await openOrganisation(testServer);
    const { id } = await make(o);
    await o.owner.call(controls.retire, { params: { id } });
    expect(await o.owner.send('POST', PATH, { id, name: 'Again', spec: {} })).toMatchObject(refused(409, 'CONTROL_RETIRED'));
  });
  test('409 CONTROLS_FULL: so many are in force and no more', async () => {
    const o = await openOrganisation(testServer);
    const actor = { kind: 'user', id: o.owner.id } as const;
    const { ledger } = testServer.opened.services;
    const one = () => ({ type: 'control.register', actor, id: randomUUID(), name: 'Control', spec: {} }) as const;
    await Promise.all(Array.from({ length: CONTROLS_MAX }, () => ledger.submit(o.tenantId, one())));
    expect(await o.owner.send('POST', PATH, { id: randomUUID(), name: 'x', spec: {} })).toMatchObject(refused(409, 'CONTROLS_FULL'));
  });
  test('423: not while it is read-only', async () => {
    const o = await openOrganisation(testServer);
    await o.deactivate();
    expect(await o.owner.send('POST', PATH, { id: randomUUID(), name: 'x', spec: {} })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('GET /api/internal/compliance/controls/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', `${PATH}/${randomUUID()}`)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: its versions and attestations, newest first, each attestation with the version that was looked at', async () => {
    const o = await openOrganisation(testServer);
    const { id } = await make(o, { a: 1 });
    await o.owner.call(controls.attest, { body: { controlId: id, status: 'failed', evidence: ' Two keys were out.\nSee ticket. ' } });
    await make(o, { a: 2 }, 'Bank keys', id);
    const { control: attested } = (await o.owner.call(controls.attest, { body: { controlId: id, status: 'passed' } })).body;
    const { control, versions, attestations } = (await (await o.member()).call(controls.get, { params: { id } })).body;
    expect(control).toEqual(attested);
    expect(versions.map((v) => [v.version, v.name, v.spec])).toEqual([
      [2, 'Bank keys', { a: 2 }],
      [1, 'Bank access', { a: 1 }],
    ]);
    expect(attestations.map((a) => [a.version, a.status, a.evidence, a.attested_by])).toEqual([
      [2, 'passed', '', o.owner.id],
      [1, 'failed', 'Two keys were out.\nSee ticket.', o.owner.id],
    ]);
    expect(control.last_attestation).toEqual(attestations[0]);
  });
  test('404 NOT_FOUND: none of that id', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', `${PATH}/${randomUUID()}`)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('POST /api/internal/compliance/controls/:id/retire', () => {
  const path = (id: string): string => `${PATH}/${id}/retire`;
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', path(randomUUID()), {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: says when and by whom; its history stays', async () => {
    const o = await openOrganisation(testServer);
    const { id } = await make(o);
    const { control } = (await o.owner.call(controls.retire, { params: { id } })).body;
    expect(control).toMatchObject({ retired_at: expect.stringMatching(/Z$/), retired_by: o.owner.id });
    expect((await o.owner.call(controls.get, { params: { id } })).body.versions).toHaveLength(1);
  });
  test('403, 404, 409, 423: a member does not; nor what is not there, or was retired; nor while read-only', async () => {
    const o = await openOrganisation(testServer);
    const { id } = await make(o);
    expect(await (await o.member()).send('POST', path(id), {})).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await o.owner.send('POST', path(randomUUID()), {})).toMatchObject(refused(404, 'NOT_FOUND'));
    await o.owner.call(controls.retire, { params: { id } });
    expect(await o.owner.send('POST', path(id), {})).toMatchObject(refused(409, 'CONTROL_RETIRED'));
    await o.deactivate();
    expect(await o.owner.send('POST', path(id), {})).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/internal/compliance/attest', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', ATTEST, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('400 MISSING_FIELDS: without a control it says what to do', async () => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.send('POST', ATTEST, { status: 'passed', evidence: 'x' });
    expect(answer).toMatchObject({
      ...refused(400, 'MISSING_FIELDS'),
      body: { details: [{ path: 'controlId', message: 'Select a control to attest' }] },
    });
  });
  test.each([
    [{ status: 'maybe' }, 'status'],
    [{ evidence: 'x'.repeat(4001) }, 'evidence'],
    [{ evidence: '\u0000' }, 'evidence'],
  ])('400 VALIDATION_ERROR: %j is refused where it is', async (wrong, path) => {
    const o = await openOrganisation(testServer);
    const { id } = await make(o);
    const answer = await o.owner.send('POST', ATTEST, { controlId: id, status: 'passed', evidence: '', ...wrong });
    expect(answer).toMatchObject({ ...refused(400, 'VALIDATION_ERROR'), body: { details: [{ path }] } });
  });
  test('403, 404, 409, 423: a member does not; nor what is not there, or was retired; nor while read-only', async () => {
    const o = await openOrganisation(testServer);
    const { id: controlId } = await make(o);
    const body = (of = controlId) => ({ controlId: of, status: 'passed', evidence: '' });
    expect(await (await o.member()).send('POST', ATTEST, body())).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await o.owner.send('POST', ATTEST, body(randomUUID()))).toMatchObject(refused(404, 'NOT_FOUND'));
    await o.owner.call(controls.retire, { params: { id: controlId } });
    expect(await o.owner.send('POST', ATTEST, body())).toMatchObject(refused(409, 'CONTROL_RETIRED'));
    await o.deactivate();
    expect(await o.owner.send('POST', ATTEST, body())).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});
