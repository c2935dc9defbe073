// What whoever holds a chain key can sign, and nobody may: a time that is none, and heads after the key has ended.

import type { Tampering } from './tampering.ts';

export const signedOn: readonly Tampering[] = [
  {
    name: 'time-that-is-none',
    about: 'An event of the thirteenth month.',
    code: 'event_ts',
    seq: 5,
    write: (log) => log.append('tenant.renamed', { name: 'X' }, { ts: '2026-13-31T12:00:00.000001Z' }),
  },
  {
    name: 'head-by-an-ended-key',
    about: 'The chain key was revoked, and signs on.',
    code: 'head',
    seq: 5,
    write: (log) => log.append('key.revoked', { kid: log.first.kid }),
  },
];
