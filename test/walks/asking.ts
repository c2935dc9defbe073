// Every call of the contract with its row, who asks, and what must come of it where it reaches over the wall between organisations.

import type { KeyGrant } from '@countinghouse/contract/features/api-keys';
import { changesNothing } from '@countinghouse/contract/permissions';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { mayCallWith } from '@countinghouse/server/route/may-call';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import type { Answer, Person } from '@countinghouse/testkit/test-server';
import { walks } from './all.ts';
import { type Books, type Input, openBooks, type Row, testServer } from './isolation-books.ts';

/** By the name of the call: `<stem>.<name>`. */
export const rows: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(walks).flatMap(([stem, { isolation }]) =>
    Object.entries(isolation).map(([name, row]) => [`${stem}.${name}`, row] as const),
  ),
);

export interface Call {
  readonly name: string;
  readonly stem: string;
  readonly route: RouteDef;
  readonly title: string;
}

export const calls: readonly Call[] = Object.entries(routes).flatMap(([stem, feature]) =>
  Object.entries(feature).map(([name, route]) => ({ name: `${stem}.${name}`, stem, route, title: `${route.method} ${route.path}` })),
);

export type Caller = Pick<Person, 'call'>;

/** Asks from an address of its own: the limits on tries are by address. */
export const ask = (caller: Caller, route: RouteDef, input: Input, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  caller.call(route, input as never, {
    'x-forwarded-for': `10.0.${Math.trunc(Math.random() * 250)}.${Math.trunc(Math.random() * 250)}`,
    ...headers,
    ...input.headers,
  }) as Promise<Answer>;

/** What an answer tells of `theirs`, but for what the request itself named. */
export function toldOf(theirs: Books, answer: Answer, input: Input): readonly string[] {
  const [said, sent] = [JSON.stringify([answer.body, answer.headers]), JSON.stringify(input)];
  return theirs.secrets.filter((s) => said.includes(s) && !sent.includes(s));
}

export const ofTenant = (r: RouteDef): boolean => r.needs !== 'anonymous' && r.needs !== 'session';
const isPrivileged = (r: RouteDef): boolean => r.needs === 'admin' || r.needs === 'owner' || r.needs === 'entity_admin';

const grants: readonly KeyGrant[] = ['read', 'propose', 'post', 'admin'];
/** Whether a route is closed to somebody in their own organisation: for want of a role, or of the key's grant. */
export function isBarred(role: string, r: RouteDef): boolean {
  if (role === 'member') return isPrivileged(r);
  if (role === 'auditor') return ofTenant(r) && !changesNothing(r);
  const grant = grants.find((g) => role === `key: ${g}`);
  return grant !== undefined && !mayCallWith(grant, r);
}

/** The code for naming what is somebody else's in one's own books: `code`, or `ofMember` for a member, where that differs. */
export const expectedFor = (role: string, route: RouteDef, code: string, ofMember = isPrivileged(route) ? 'FORBIDDEN' : code): string =>
  role === 'member' ? ofMember : isBarred(role, route) ? 'FORBIDDEN' : code;

export type Callers = readonly (readonly [role: string, caller: Caller])[];
/** An owner, a member, an auditor and programs of an organisation; the programs with keys of the owner. */
export async function callersOf(o: Books): Promise<Callers> {
  return [
    ['owner', o.owner],
    ['member', await o.member()],
    ['auditor', await o.member('auditor')],
    ...(await Promise.all(grants.map(async (grant) => [`key: ${grant}`, await makeProgram(testServer, o, grant)] as const))),
  ];
}

/** Who else belongs to other organisations: with a role in an entity alone, and as an owner of one that is read-only; and the books of these. */
export async function strangersOf(): Promise<{ readonly callers: Callers; readonly books: readonly Books[] }> {
  const [books, closed] = await Promise.all([openBooks(), openBooks()]);
  await closed.deactivate();
  return {
    callers: [
      ['entity_admin', await books.entityPerson(books.entityId, 'entity_admin')],
      ['entity_member', await books.entityPerson(books.entityId, 'entity_member')],
      ['owner of a read-only organisation', closed.owner],
    ],
    books: [books, closed],
  };
}
