import { RowState } from '@countinghouse/contract/recon-shapes';
import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

export const View = z.enum(['match', 'rows', 'matches', 'statement', 'sources', 'import']);
export type View = z.output<typeof View>;

/** `view`: the part that is shown; `account`: an id; `on`: the day of the statement; `after`: rows before the page;
 * `open`: the row that is looked at. */
export const ReconSearch = z.object({
  view: View.optional().catch(undefined),
  account: urlText,
  state: RowState.optional().catch(undefined),
  q: urlText,
  on: z.iso.date().optional().catch(undefined),
  after: urlNumber,
  open: urlText,
  sort: urlText,
});
