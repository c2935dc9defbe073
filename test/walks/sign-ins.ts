import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
  },
  malformed: [],
};
