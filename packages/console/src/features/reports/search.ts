import { AgeingSide, Compare } from '@countinghouse/contract/features/reports';
import * as z from 'zod';
import { urlDay, urlNumber, urlText } from '../../lib/screen/url-state.ts';

/**
 * `as_of`, `from`, `to`: days; none means today, or the fiscal year so far. `in`: a currency, `all` of them side by side, or nothing
 * for all of them translated. `zero`: also lines that come to nothing. `open`: codes of lines whose accounts are shown; `folded`: of
 * groups that hide what is below them.
 */
export const StatementSearch = z.object({
  as_of: urlDay,
  from: urlDay,
  to: urlDay,
  compare: Compare.exclude(['none']).optional().catch(undefined),
  in: urlText,
  zero: z.literal('1').optional().catch(undefined),
  seq: urlNumber,
  open: urlText,
  folded: urlText,
});

export const CashPositionSearch = z.object({ as_of: urlDay, days: urlNumber });

export const AgeingSearch = z.object({ as_of: urlDay, side: AgeingSide.exclude(['receivable']).optional().catch(undefined) });

export const GlBalancesSearch = z.object({ currency: urlText, as_of: urlDay, q: urlText, sort: urlText });
export type GlBalancesSearch = z.output<typeof GlBalancesSearch>;
