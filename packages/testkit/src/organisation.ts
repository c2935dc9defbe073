// An organisation to test the wire with: made through its routes, with people of its own.

import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { ALL_ENTITIES, type EntityRole, entities } from '@countinghouse/contract/features/entities';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import type { IntentInput } from '@countinghouse/contract/features/intents';
import { people, type TenantRole } from '@countinghouse/contract/features/people';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { tenants } from '@countinghouse/contract/features/tenants';
import type { Answer, Person, TestServer } from './test-server.ts';

const YEAR_MS = 365 * 86_400_000;

export interface Organisation {
  readonly tenantId: string;
  readonly owner: Person;
  readonly glAccountId: string;
  /** Ids of the USD accounts CASH and BANK, without a floor. */
  readonly cash: string;
  readonly bank: string;
  readonly fxSnapshotId: string;
  /** A new person, or one who is there, with the role member, or another. */
  member(role?: TenantRole, joining?: Person): Promise<Person>;
  /** A new entity; answers its id. The owner administers it. */
  entity(code: string): Promise<string>;
  /** A new member with a role in an entity. */
  entityPerson(entityId: string, role: EntityRole): Promise<Person>;
  /** A new account, in USD and of no entity unless said otherwise; answers its id. */
  account(code: string, more?: { readonly entityId?: string; readonly currency?: string }): Promise<string>;
  /** Makes the organisation read-only. */
  deactivate(): Promise<void>;
  /** Invites an address and answers the token that was mailed. */
  invite(email: string, role?: 'member' | 'owner'): Promise<string>;
  /** The body of an intent that is executed: CASH from BANK, 10 USD, with a key and an id of its own. */
  intent(more?: Partial<IntentInput>): IntentInput;
  /** The seq of the last event. */
  headSeq(): Promise<number>;
}

export const row = (
  debitAccount: string,
  creditAccount: string,
  amount: string,
  more: Partial<IntentInput['proposed_actions'][number]> = {},
) => ({
  debitAccount,
  creditAccount,
  amount,
  currency: 'USD',
  ...more,
});

/** What a call came to that must be done; throws with what it was answered else. */
export function expectOk<T>(answer: Answer<T>): T {
  if (answer.status !== 200) throw new Error(`not done: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function openOrganisation(testServer: TestServer, name = 'Acme'): Promise<Organisation> {
  const owner = await testServer.person('Olive');
  const { tenantId } = (await owner.call(tenants.create, { body: { name } })).body;
  const gl = await owner.call(glAccounts.create, { body: { code: '1000', title: 'Cash', class: 'A', normalBalance: 'DR' } });
  const ledgerAccountId = gl.body.gl.id;
  const [cash, bank] = await Promise.all(
    ['CASH', 'BANK'].map(async (code) => (await owner.call(accounts.create, { body: { code, ledgerAccountId } })).body.account.id),
  );
  const here = { 'x-tenant-id': tenantId };
  const addMember: Organisation['member'] = async (role = 'member', joining) => {
    const person = joining ?? (await testServer.person('Mo'));
    const outcome = await testServer.opened.services.ledger.submit(tenantId, {
      type: 'member.add',
      actor: { kind: 'user', id: owner.id },
      userId: person.id,
      role,
    });
    if (outcome.kind !== 'written') throw new Error(`not added: ${JSON.stringify(outcome)}`);
    return person;
  };
  const fxSnapshotId = (await owner.call(snapshots.take, { body: { kind: 'fx' } })).body.snapshot.id;
  return {
    tenantId,
    owner,
    glAccountId: ledgerAccountId,
    cash: cash ?? '',
    bank: bank ?? '',
    fxSnapshotId,
    member: addMember,
    entity: async (code) =>
      expectOk(await owner.call(entities.create, { body: { code, name: `Entity ${code}`, base_currency: 'USD' } }, here)).entity.id,
    async entityPerson(entityId, role) {
      const person = await addMember();
      expectOk(await owner.call(entities.setRole, { body: { entityId, userId: person.id, entity_role: role } }, here));
      return person;
    },
    account: async (code, { entityId = ALL_ENTITIES, currency = 'USD' } = {}) =>
      expectOk(await owner.call(accounts.create, { body: { code, currency, ledgerAccountId } }, { ...here, 'x-entity-id': entityId }))
        .account.id,
    deactivate: async () => void expectOk(await owner.call(tenants.deactivate, { body: {} }, here)),
    async invite(email, role = 'member') {
      expectOk(await owner.call(people.invite, { body: { email, role } }, here));
      const mail = (await testServer.mails()).findLast((m) => m.startsWith(`To: ${email}\n`)) ?? '';
      return /\/invite\?token=(\S+)/.exec(mail)?.[1] ?? '';
    },
    intent: (more = {}) => ({
      intent_id: randomUUID(),
      tenant_id: tenantId,
      use_case: 'manual_post',
      idem_key: randomUUID(),
      value_date: new Date().toISOString().slice(0, 10),
      proposed_actions: [row('CASH', 'BANK', '10')],
      snapshot_ids: { fx: fxSnapshotId },
      consent: {
        scope: ['ledger:post'],
        granted_at: new Date(Date.now() - 1000).toISOString(),
        expires_at: new Date(Date.now() + YEAR_MS).toISOString(),
      },
      ...more,
    }),
    async headSeq() {
      const found = await testServer.opened.services.writerPool.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [
        tenantId,
      ]);
      return found.rows[0]?.seq ?? 0;
    },
  };
}

/** An organisation with the entities HQ and DE, which have the accounts HQ-1 and DE-1, beside CASH and BANK of none. */
export async function openEntities(testServer: TestServer): Promise<Organisation & { readonly hq: string; readonly de: string }> {
  const acme = await openOrganisation(testServer);
  const [hq, de] = [await acme.entity('HQ'), await acme.entity('DE')];
  await acme.account('HQ-1', { entityId: hq });
  await acme.account('DE-1', { entityId: de });
  return { ...acme, hq, de };
}
