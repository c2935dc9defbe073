import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    get: nothing,
    csv: nothing,
  },
  malformed: [],
};
