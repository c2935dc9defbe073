import { privacy } from '@countinghouse/contract/features/privacy';
import { empty, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    tokenise: empty,
    erase: { ...empty, spoils: true },
    rotate: empty,
    status: nothing,
    setReferences: { own: () => ({ body: { references: 'token' } }), naming: () => [] },
    exportSubject: {
      own: (o) => ({ body: { party_id: o.partyId } }),
      naming: (_o, of) => [[{ body: { party_id: of.partyId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    { title: 'an encryption of words', route: privacy.tokenise, body: () => ({}) },
    { title: 'a new data key', route: privacy.rotate, body: () => ({}) },
    { title: 'how references are kept', route: privacy.setReferences, body: () => ({ references: 'clear' }) },
    { title: 'an erasure of words', route: privacy.erase, body: () => ({}) },
    { title: 'an export of what is held about a party', route: privacy.exportSubject, body: (o) => ({ party_id: o.partyId }) },
  ],
};
