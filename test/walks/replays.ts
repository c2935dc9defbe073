import { replays } from '@countinghouse/contract/features/replays';
import { empty, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    latest: nothing,
    start: empty,
  },
  malformed: [{ title: 'a replay', route: replays.start, body: () => ({}), events: () => 0 }],
};
