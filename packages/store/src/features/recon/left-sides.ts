// Sides of postings on an account of a bank that left the database. What leaves is matched; what was unmatched since, or is reconciled for the first time, is
// brought from where it is.

import { thawAccount, thawSeqs } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';

/** Value dates, `YYYY-MM-DD`, both ends included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** No value date is before it. */
const FIRST_DAY = '0001-01-01';

interface Left {
  readonly postings: number;
  readonly within: number;
  readonly matched: number;
}

/** Of the sides of an account that left: how many there are, how many on some days, how many are in a match. */
async function countLeft(tx: Tx, tenantId: string, accountId: string, { from, to }: Days): Promise<Left> {
  const found = await tx.query<Left>(
    `select coalesce(sum(postings), 0)::bigint as postings,
       coalesce(sum(postings) filter (where value_date between $3::date and $4::date), 0)::bigint as within,
       (select count(*) from recon_postings x where x.tenant_id = $1 and x.account_id = $2
          and exists (select from pruned_stretches where tenant_id = $1)
          and not exists (select from public.postings p where p.tenant_id = x.tenant_id and p.seq = x.seq and p.line = x.line)) as matched
     from pruned_days where tenant_id = $1 and account_id = $2`,
    [tenantId, accountId, from, to],
  );
  return found.rows[0] ?? { postings: 0, within: 0, matched: 0 };
}

/** Brings what is in no match on some days, if anything of it left; with it what is. Throws TooFarPruned. */
export async function thawUnmatched(tx: Tx, tenantId: string, accountId: string, days: Days): Promise<void> {
  const left = await countLeft(tx, tenantId, accountId, days);
  if (left.within > 0 && left.matched < left.postings) await thawDays(tx, tenantId, accountId, days);
}

/** Brings what was in no match on a day that was whole by then, as far as it left. What else left of the account was. Throws TooFarPruned. */
export async function thawOpenOn(tx: Tx, tenantId: string, accountId: string, day: string): Promise<void> {
  const days = { from: FIRST_DAY, to: day };
  const left = await countLeft(tx, tenantId, accountId, days);
  if (left.within === 0) return;
  if (left.matched < left.postings) return thawDays(tx, tenantId, accountId, days);
  const later = await tx.query<{ seq: number }>(
    `select distinct x.seq from recon_postings x join recon_matches m on m.tenant_id = x.tenant_id and m.id = x.match_id
     where x.tenant_id = $1 and x.account_id = $2 and m.last_on > $3::date
       and not exists (select from public.postings p where p.tenant_id = x.tenant_id and p.seq = x.seq and p.line = x.line)`,
    [tenantId, accountId, day],
  );
  await thawSeqs(
    tx,
    tenantId,
    later.rows.map(({ seq }) => seq),
  );
}

async function thawDays(tx: Tx, tenantId: string, accountId: string, { from, to }: Days): Promise<void> {
  const matches = ({ value_date: day }: { readonly value_date: string }): boolean => from <= day && day <= to;
  await thawAccount(tx, tenantId, accountId, { upTo: Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER, matches });
}
