import { randomUUID } from 'node:crypto';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from '../books.ts';

/** One that is changed and has two secrets, one whose old secret was ended, one that is gone. */
export function webhookEndpoints(actor: Books['owner']): readonly Command[] {
  const [kept, ended, gone] = [randomUUID(), randomUUID(), randomUUID()];
  const create = (id: string, name: string): Command => ({
    type: 'webhook_endpoint.create',
    actor,
    id,
    name,
    origin: 'https://hooks.example.com',
    addressId: randomUUID(),
    secretId: randomUUID(),
    eventTypes: ['intent.*', 'account.created'],
    enabled: true,
  });
  return [
    create(kept, 'Warehouse'),
    create(ended, 'CRM'),
    create(gone, 'Trial'),
    { type: 'webhook_endpoint.change', actor, id: kept, name: 'Data warehouse', eventTypes: [], enabled: false },
    { type: 'webhook_endpoint.rotate_secret', actor, id: kept, secretId: randomUUID() },
    { type: 'webhook_endpoint.rotate_secret', actor, id: ended, secretId: randomUUID() },
    { type: 'webhook_endpoint.end_old_secret', actor, id: ended },
    { type: 'webhook_endpoint.delete', actor, id: gone },
  ];
}
