import { findPersonByEmail } from '@countinghouse/store/auth/people';
import { answer } from './database.ts';
import { withServices } from './services.ts';

/** Says of which organisations the database went back, and which events are lost. 1 where there are any. */
export function listLosses(json: boolean): Promise<number> {
  return withServices(async ({ services: { highWater } }, tenantIds) => {
    for (const tenantId of tenantIds) await highWater.check(tenantId);
    const losses = highWater.listLosses();
    const lines = losses.map(
      ({ tenantId, from, to, markTs }) => `${tenantId}  events ${from} to ${to} were answered and are gone, the last of ${markTs}`,
    );
    answer(json, lines.join('\n') || 'No log went back.', { losses });
    return losses.length === 0 ? 0 : 1;
  });
}

interface Options {
  readonly from: string;
  readonly to: string;
  readonly owner: string;
}

/** Goes on without the events that are named, in the name of an owner. Throws where these are not what is lost, or the person owns it not. */
export function acceptLoss(tenantId: string, { from, to, owner }: Options, json: boolean): Promise<number> {
  return withServices(async ({ authPool, services: { highWater, ledger } }) => {
    const person = await findPersonByEmail(authPool, owner.trim().toLowerCase());
    if (person === null) throw new Error(`nobody signs in as ${owner}`);
    const loss = await highWater.check(tenantId);
    if (loss === null) throw new Error('the log of this organisation did not go back');
    const actor = { kind: 'user', id: person.id } as const;
    const command = { type: 'ledger.accept_loss', actor, lostFrom: Number(from), lostTo: Number(to) } as const;
    const outcome = await ledger.submit(tenantId, command);
    if (outcome.kind === 'refused' && outcome.code === 'LOSS_NOT_AS_NAMED')
      throw new Error(`what is lost are events ${loss.from} to ${loss.to}: name these with --from and --to`);
    if (outcome.kind !== 'written')
      throw new Error(`the loss was not accepted: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`);
    const seq = outcome.events[0]?.seq;
    answer(json, `The loss of events ${from} to ${to} is accepted by ${owner}, in event ${seq}.`, {
      tenantId,
      from: loss.from,
      to: loss.to,
      seq,
    });
    return 0;
  });
}
