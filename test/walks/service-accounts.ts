import { randomUUID } from 'node:crypto';
import { serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { type Books, inOwn, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const someAccount = () => ({ name: randomUUID(), role: 'member' as const });
const accountOf = async (o: Pick<Books, 'owner' | 'tenantId'>): Promise<string> =>
  (await o.owner.call(serviceAccounts.create, { body: someAccount() }, inOwn(o))).body.service_account.id;

const onAccount = (body?: () => object) => ({
  own: async (o: Books) => ({ params: { id: await accountOf(o) }, ...(body === undefined ? {} : { body: body() }) }),
  naming: (_o: Books, _of: unknown, id: string) =>
    [[{ params: { id }, ...(body === undefined ? {} : { body: body() }) }, 'NOT_FOUND']] as const,
});
/** Another one than before, each time. */
let asked = 0;
const otherRole = () => {
  asked += 1;
  return { role: asked % 2 === 0 ? 'member' : 'auditor' };
};
const newName = () => ({ name: randomUUID() });

export const walk: Walk = {
  object: accountOf,
  isolation: {
    list: nothing,
    create: { own: () => ({ body: someAccount() }) },
    rename: onAccount(newName),
    changeRole: onAccount(() => ({ role: 'auditor' })),
    deactivate: onAccount(),
  },
  malformed: [
    { title: 'a service account', route: serviceAccounts.create, body: someAccount },
    {
      title: 'a new name of a service account',
      route: serviceAccounts.rename,
      object: accountOf,
      params: (o) => ({ id: o.objectId }),
      body: newName,
    },
    {
      title: 'another role of a service account',
      route: serviceAccounts.changeRole,
      object: accountOf,
      params: (o) => ({ id: o.objectId }),
      body: otherRole,
    },
  ],
};
