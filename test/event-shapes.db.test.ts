// The payload of every event that every command leaves has the shape that is checked in for its type. Events are never
// rewritten: a change of a shape is a new version beside the old one.

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { accounts } from '@countinghouse/contract/features/accounts';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { unmarkPayload } from '@countinghouse/kernel/api-keys/mark';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { eventRows } from '@countinghouse/kernel/slices';
import { anchorLog } from '@countinghouse/testkit/anchored';
import { makeBooks, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { commandsOfEveryKind } from '@countinghouse/testkit/every-kind';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer } from '@countinghouse/testkit/test-server';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

const db = useDatabase();
const folder = new URL('../vectors/event-shapes/', import.meta.url);

type Schema = Parameters<typeof z.fromJSONSchema>[0];
/** The newest version of each type; a folder lists them in order. What is written now has it. */
const versions = new Map<string, number>();
const schemas = new Map(
  readdirSync(folder)
    .sort()
    .map((file): [string, Schema] => {
      const [, type = '', version = ''] = /^(.+)\.v(\d+)\.json$/.exec(file) ?? [];
      versions.set(type, Number(version));
      return [type, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Schema];
    }),
);
const shapeOf = (type: string): z.ZodType => z.fromJSONSchema(schemas.get(type) ?? false);

const types = Object.keys(eventRows);

interface Stored {
  readonly event_type: string;
  readonly payload: Record<string, unknown>;
}
let stored: readonly Stored[];
/** How many of them were written through an API key. */
let marked: number;

/** Each command at least once, with everything that may be left out once there and once not. */
beforeAll(async () => {
  const testServer = await openTestServer(db.where);
  const { owner, member, glAccountId, tenantId, intent } = await openOrganisation(testServer);
  await member();
  const child = { code: '1100', title: 'Child', class: 'A', normalBalance: 'CR', parentId: glAccountId } as const;
  const { id } = (await owner.call(glAccounts.create, { body: child })).body.gl;
  await owner.call(glAccounts.delete, { params: { id } });
  await owner.call(accounts.create, { body: { code: 'REF', ledgerAccountId: glAccountId, external_ref: 'x', floor: 'zero' } });
  await owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate: 1.0825 } });
  for (const kind of ['reference', 'fx', 'config'] as const) await owner.call(snapshots.take, { body: { kind, label: 'l' } });
  const negative = [row('CASH', 'BANK', '-0.00000001', { narrative: 'n', valueDate: '2026-01-31' }), row('CASH', 'BANK', '9')];
  for (const change of [
    {},
    { proposed_actions: negative, constraints: { a: [1, null] }, actor: 'web-console', signature: '' },
    { proposed_actions: [row('CASH', 'CASH', '1')] },
    { snapshot_ids: {} },
    { signature: 'e30..AA' },
  ])
    await owner.call(intents.execute, { body: intent(change) });
  const books = await makeBooks(testServer.opened.services);
  for (const command of commandsOfEveryKind(books)) written(await books.submit(command));
  await anchorLog(testServer.opened.services, books.tenantId);
  const found = await testServer.opened.loginPool.query<{ event_type: string; payload: string }>(
    'select event_type, payload from events where tenant_id = any($1) order by tenant_id, seq',
    [[tenantId, books.tenantId]],
  );
  // Which key it was written through is no part of an event's own shape.
  marked = 0;
  stored = found.rows.map((r) => {
    const { payload, apiKeyId } = unmarkPayload(JSON.parse(r.payload) as JsonObject);
    if (apiKeyId !== null) marked += 1;
    return { event_type: r.event_type, payload };
  });
  await testServer.close();
});

describe('the shapes of events', () => {
  test('an older version is kept: what was written in it before is still read by it', () => {
    const v1 = JSON.parse(readFileSync(new URL('intent.executed.v1.json', folder), 'utf8')) as Schema;
    const executed = stored.filter((e) => e.event_type === 'intent.executed');
    const laterMembers = [
      'hold',
      'reverses',
      'schedule',
      'adjusts',
      'interest',
      'revaluation',
      'year_end',
      'reporting_amount',
      'policies',
      'approval_id',
    ];
    const later = (e: Stored): boolean =>
      laterMembers.some((name) => e.payload[name] !== undefined) || Object.hasOwn(e.payload['checks'] as object, 'signing_jwk');
    const posted = executed.filter((e) => !later(e));
    expect(posted.length).toBeGreaterThan(0);
    for (const e of posted) expect(z.fromJSONSchema(v1).safeParse(e.payload)).toMatchObject({ success: true });
    for (const e of executed) if (!posted.includes(e)) expect(z.fromJSONSchema(v1).safeParse(e.payload).success).toBe(false);
  });
  test('what version 2 says of a capture is read by it; that a part was captured takes version 3', () => {
    const v2 = z.fromJSONSchema(JSON.parse(readFileSync(new URL('intent.executed.v2.json', folder), 'utf8')) as Schema);
    const executed = stored.filter((e) => e.event_type === 'intent.executed');
    const parts = executed.filter((e) => Object.hasOwn((e.payload['hold'] as object | undefined) ?? {}, 'rest'));
    expect(parts.length).toBeGreaterThan(0);
    for (const e of executed) expect(v2.safeParse(e.payload).success).toBe(!parts.includes(e));
  });
  test('are checked in for exactly the types that there are, and a tour of every command meets each of them', () => {
    expect([...schemas.keys()].sort(), 'a type has a schema: vectors/event-shapes/<type>.v1.json').toEqual(
      types.toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expect([...new Set(stored.map((e) => e.event_type))].sort(), 'a command leaves it: packages/testkit/src/every-kind.ts').toEqual(
      [...schemas.keys()].sort(),
    );
  });
  test('leave the API key that an event was written through to the member that no shape has', () => {
    expect(marked).toBeGreaterThan(0);
    for (const schema of schemas.values())
      expect(Object.keys((schema as { readonly properties?: object }).properties ?? {})).not.toContain('api_key_id');
  });
  test.each(types)('%s: every payload in the log has it, and nothing beside it', (type) => {
    const shape = shapeOf(type);
    const own = stored.filter((e) => e.event_type === type);
    expect(own.length).toBeGreaterThan(0);
    for (const e of own) expect(shape.safeParse(e.payload)).toMatchObject({ success: true });
  });
  test.each(types)('%s: a payload with a member more, a member less, or one of another type is refused', (type) => {
    const shape = shapeOf(type);
    const own = stored.filter((e) => e.event_type === type).map((e) => e.payload);
    const payload = own.reduce((most, p) => (Object.keys(p).length > Object.keys(most).length ? p : most), {});
    const required = (schemas.get(type) as { readonly required?: readonly string[] }).required ?? [];
    expect(shape.safeParse({ ...payload, [randomUUID()]: 1 }).success).toBe(false);
    for (const key of Object.keys(payload)) {
      const { [key]: _taken, ...rest } = payload;
      expect([key, shape.safeParse(rest).success]).toEqual([key, !required.includes(key)]);
      const other = typeof payload[key] === 'boolean' ? 1 : true;
      expect([key, shape.safeParse({ ...payload, [key]: other }).success]).toEqual([key, false]);
    }
  });
  test.each(types)('%s: it is a JSON Schema of 2020-12 that is closed, and says what it is', (type) => {
    expect(schemas.get(type)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: `${type} v${versions.get(type)}`,
      description: expect.any(String),
      type: 'object',
      additionalProperties: false,
    });
  });
});
