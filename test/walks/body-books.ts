// Books to send bodies to, and what the bodies of every wrong kind are made of.

import { randomUUID } from 'node:crypto';
import { controls } from '@countinghouse/contract/features/controls';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { interest } from '@countinghouse/contract/features/interest';
import { parties } from '@countinghouse/contract/features/parties';
import { recon } from '@countinghouse/contract/features/recon';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { templates } from '@countinghouse/contract/features/templates';
import type { RouteDef } from '@countinghouse/contract/wire';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import type { Answer, TestServer } from '@countinghouse/testkit/test-server';

export type Path = readonly (string | number)[];

export interface Sent {
  readonly text: string | Buffer;
  readonly what: string;
  readonly at: Path;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BodyBooks extends Organisation {
  /** What the target made for itself; empty where it makes nothing. */
  readonly objectId: string;
  readonly entityId: string;
  readonly partyId: string;
  readonly templateId: string;
  readonly bucketId: string;
  /** A member with a role in the entity. */
  readonly memberId: string;
  readonly controlId: string;
  /** A row of a bank, open. */
  readonly bankRowId: string;
  /** An account with nothing on it. */
  readonly spare: string;
}
export const FAR_DAY = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
export let days = 0;
/** A day of its own, long ago. */
export function freshPeriod() {
  days += 1;
  const day = new Date(Date.UTC(2001, 0, days)).toISOString().slice(0, 10);
  return { period_start: day, period_end: day };
}
/** A day in the last years, another one each time. */
export function freshDay(): string {
  days += 1;
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
export const content = () => ({
  name: randomUUID(),
  use_case: 'rent',
  constraints: { a: 1 },
  rows: [{ debitAccount: 'CASH', creditAccount: 'BANK', amount: '1', currency: 'USD', narrative: 'n' }],
});

/** Books for a target, with what it makes. */
export async function openBodyBooks(testServer: TestServer, { object }: Pick<Target, 'object'>): Promise<BodyBooks> {
  const o = await openOrganisation(testServer);
  const entityId = await o.entity('HQ');
  const memberId = (await o.entityPerson(entityId, 'entity_member')).id;
  const partyId = (await o.owner.call(parties.create, { body: { label: 'Jane Doe' } })).body.party.id;
  const templateId = (await o.owner.call(templates.create, { body: content() })).body.template.id;
  const spare = await o.account('SPARE');
  await o.owner.call(signingKeys.create, { body: { action: 'register', label: 'First', public_jwk: makeSigner().publicJwk } });
  const accrued = (await o.owner.call(glAccounts.create, { body: { code: '2500', title: 'Accrued', class: 'L' } })).body.gl.id;
  const savings = { code: 'SAVINGS', rate: '1', effective_on: FAR_DAY, accrued_gl_id: accrued };
  const bucketId = (await o.owner.call(interest.create, { body: savings })).body.bucket.id;
  const control = { id: randomUUID(), name: 'Control', spec: {} };
  const controlId = (await o.owner.call(controls.register, { body: control })).body.control.id;
  const bankRow = { source: 'bank', posted_at: '2026-03-01', account_code: 'CASH', amount: '1', currency: 'USD' };
  await o.owner.call(recon.importRows, { body: { rows: [bankRow] } });
  const bankRowId = (await o.owner.call(recon.rows, { query: {} })).body.rows[0]?.id ?? '';
  return { ...o, objectId: (await object?.(o)) ?? '', entityId, memberId, partyId, templateId, bucketId, controlId, bankRowId, spare };
}

export interface Target {
  readonly title: string;
  readonly route: RouteDef;
  readonly params?: (o: BodyBooks) => Readonly<Record<string, string>>;
  /** Makes what its path or body names; answers its id, which is then `objectId` of the books. */
  readonly object?: (o: Organisation) => Promise<string>;
  /** A body that is in order, new each time; the owner of the organisation sends it. */
  body(o: BodyBooks): Readonly<Record<string, unknown>>;
  /** Where a fault is told though the place that has junk is right: what else it names is none, or there are as many as there may be. */
  readonly fault?: string;
  /** How many events a body leaves in the organisation when it is done: one, unless said. */
  readonly events?: (sent: Sent, answer: Answer) => number;
}
export const none = (): number => 0;
/** A body that is null is an empty one. */
export const isEmpty = (text: Sent['text']): boolean => text === '{}' || text === 'null';
