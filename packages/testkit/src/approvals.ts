// An organisation where what amounts to 100 USD or more waits for a second person.

import { intents } from '@countinghouse/contract/features/intents';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { type Organisation, openOrganisation, row } from './organisation.ts';
import type { Person, TestServer } from './test-server.ts';

export interface Approvals extends Organisation {
  /** A member, who makes what waits. */
  readonly maker: Person;
  /** A second owner, who decides it. */
  readonly checker: Person;
  /** In the name of the owner, past the routes. */
  submit(command: { readonly type: Command['type'] } & Readonly<Record<string, unknown>>): Promise<void>;
}

export async function openApprovals(testServer: TestServer, on?: Organisation): Promise<Approvals> {
  const o = on ?? (await openOrganisation(testServer));
  const submit: Approvals['submit'] = async (command) => {
    const whole = { actor: { kind: 'user', id: o.owner.id }, ...command } as unknown as Command;
    const outcome = await testServer.opened.services.ledger.submit(o.tenantId, whole);
    if (outcome.kind !== 'written') throw new Error(`not done: ${JSON.stringify(outcome)}`);
  };
  await submit({ type: 'limit.set', key: 'high_risk_amount', value: '100' });
  return { ...o, maker: await o.member(), checker: await o.member('owner'), submit };
}

/** An intent of a person that waits: 100 USD to CASH from BANK unless told otherwise. */
export async function holdBack(
  o: Organisation,
  maker: Person,
  more: Parameters<Organisation['intent']>[0] = {},
): Promise<{ readonly intentId: string; readonly approvalId: string }> {
  const body = o.intent({ proposed_actions: [row('CASH', 'BANK', '100')], ...more });
  const answer = await maker.call(intents.execute, { body }, { 'x-tenant-id': o.tenantId });
  const { approvalId } = answer.body;
  if (answer.status !== 202 || approvalId === undefined) throw new Error(`not held: ${JSON.stringify(answer.body)}`);
  return { intentId: body.intent_id, approvalId };
}
