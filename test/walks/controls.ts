import { randomUUID } from 'node:crypto';
import { controls } from '@countinghouse/contract/features/controls';
import { type Books, inOwn, nothing, someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const control = () => ({ id: randomUUID(), name: someCode(), spec: { note: someCode() } });
const controlOf = async (o: Pick<Books, 'owner' | 'tenantId'>): Promise<string> =>
  (await o.owner.call(controls.register, { body: control() }, inOwn(o))).body.control.id;

export const walk: Walk = {
  isolation: {
    list: nothing,
    // Ids are made by clients: one of somebody else's is a new control here.
    register: { own: () => ({ body: control() }) },
    get: {
      own: (o) => ({ params: { id: o.controlId } }),
      naming: (_o, of) => [[{ params: { id: of.controlId } }, 'NOT_FOUND']],
    },
    retire: {
      own: async (o) => ({ params: { id: await controlOf(o) } }),
      naming: (_o, of) => [[{ params: { id: of.controlId } }, 'NOT_FOUND']],
    },
    attest: {
      own: (o) => ({ body: { controlId: o.controlId, status: 'passed' } }),
      naming: (_o, of) => [[{ body: { controlId: of.controlId, status: 'passed' } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'a control',
      route: controls.register,
      body: () => ({ id: randomUUID(), name: 'Control', spec: { attest_every_days: 30, steps: ['look'], note: { a: 1 } } }),
    },
    {
      title: 'an attestation',
      route: controls.attest,
      body: (o) => ({ controlId: o.controlId, status: 'passed', evidence: 'e' }),
    },
  ],
};
