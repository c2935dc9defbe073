import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

/** `select=1`: switch by itself when there is only one. `open`: whose trial balance; `rename`, `stop`: whose dialog is open. */
export const EntitiesSearch = z.object({
  q: urlText,
  sort: urlText,
  page: urlNumber,
  select: urlText,
  open: urlText,
  rename: urlText,
  stop: urlText,
});
export type EntitiesSearch = z.output<typeof EntitiesSearch>;

/** `q` and `page`: of the members; `add` and `addPage`: of the people who could become one. */
export const EntityMembersSearch = z.object({
  entity: urlText,
  q: urlText,
  page: urlNumber,
  add: urlText,
  addPage: urlNumber,
  remove: urlText,
});
export type EntityMembersSearch = z.output<typeof EntityMembersSearch>;
