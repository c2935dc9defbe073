import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** The filters of a statement, where its page begins (`before`), and the intent whose story is shown beside it (`open`). */
export const StatementSearch = z.object({
  q: urlText,
  from: urlText,
  to: urlText,
  min: urlText,
  max: urlText,
  counterparty: urlText,
  before: urlText,
  open: urlText,
});
export type StatementSearch = z.output<typeof StatementSearch>;
