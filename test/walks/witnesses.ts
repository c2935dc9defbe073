import { randomUUID } from 'node:crypto';
import { witnesses } from '@countinghouse/contract/features/witnesses';
import { makeWitnessKey } from '@countinghouse/verifier/witness/key';
import { type Books, inOwn, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

/** Nobody listens there. */
const someone = () => ({ vkey: makeWitnessKey(`witness.example/${randomUUID()}`).vkey, url: 'http://127.0.0.1:1' });
const witnessOf = async (o: Books): Promise<string> => (await o.owner.call(witnesses.add, { body: someone() }, inOwn(o))).body.witness.id;

export const walk: Walk = {
  object: witnessOf,
  isolation: {
    list: nothing,
    add: { own: () => ({ body: someone() }) },
    remove: {
      own: async (o) => ({ params: { id: await witnessOf(o) } }),
      naming: (_o, _of, id) => [[{ params: { id } }, 'NOT_FOUND']],
    },
  },
  malformed: [{ title: 'a witness', route: witnesses.add, body: someone }],
};
