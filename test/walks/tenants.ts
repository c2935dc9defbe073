import { tenants } from '@countinghouse/contract/features/tenants';
import { none } from './body-books.ts';
import { empty, inOwn, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    mine: nothing,
    create: { own: () => ({ body: { name: 'Another' } }) },
    switch: {
      own: (o) => ({ body: { tenantId: o.tenantId } }),
      naming: (_o, of) => [[{ body: { tenantId: of.tenantId } }, 'NOT_FOUND']],
    },
    rename: { own: () => ({ body: { name: 'Renamed' } }) },
    deactivate: { ...empty, spoils: true },
    clearReadOnly: {
      own: async (o) => {
        await o.owner.call(tenants.deactivate, { body: {} }, inOwn(o));
        return { body: {} };
      },
      spoils: true,
    },
    delete: { own: () => ({ body: { confirm: 'DELETE' } }), spoils: true },
  },
  malformed: [
    { title: 'an organisation', route: tenants.create, body: () => ({ name: 'Acme', reporting_currency: 'USD' }), events: none },
    { title: 'a switch of organisation', route: tenants.switch, body: (o) => ({ tenantId: o.tenantId }), events: none },
    { title: 'a new name of the organisation', route: tenants.rename, body: () => ({ name: 'Acme' }) },
    { title: 'a deactivation', route: tenants.deactivate, body: () => ({}) },
    // It is not read-only: it stays as it is.
    { title: 'the end of a deactivation', route: tenants.clearReadOnly, body: () => ({}), events: none },
    { title: 'a deletion of the organisation', route: tenants.delete, body: () => ({ confirm: 'DELETE' }) },
  ],
};
