// The rows of an intent, wherever it stands, as SQL over its first event. `$1` is the organisation.

import { calledOutside } from './account-names.ts';

const isUuid = "~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'";
/** By id or code; of what is called so outside, the one alone. */
const accountOf = (reference: string): string => {
  const called = `${calledOutside()} = upper(replace(${reference}, ' ', ''))`;
  return `case when lower(${reference}) ${isUuid} then lower(${reference})::uuid else coalesce(
        (select id from accounts where tenant_id = $1 and code = upper(${reference})),
        (select case when count(*) = 1 then (array_agg(id))[1] end from accounts where tenant_id = $1 and ${called})) end`;
};

/**
 * Rows of an intent `f` whose last event is `d`: as posted, as reserved, as held back; of what was refused as asked for, where an account
 * may be none. line, debit, credit, amount, currency, value_date, narrative.
 */
export const intentRows = `(
  select p.line, p.debit_account_id as debit, p.credit_account_id as credit, p.amount, p.currency, p.value_date, p.narrative
  from postings p where p.tenant_id = $1 and p.seq = d.seq
  union all
  select h.line, h.debit_account_id, h.credit_account_id, h.amount, h.currency, h.value_date, h.narrative
  from hold_rows h where h.tenant_id = $1 and h.intent_id = f.intent_id and d.event_type = 'intent.executed'
  union all
  select n::smallint, coalesce((r ->> 'debit_account_id')::uuid, ${accountOf("(r ->> 'debitAccount')")}),
    coalesce((r ->> 'credit_account_id')::uuid, ${accountOf("(r ->> 'creditAccount')")}), abs((r ->> 'amount')::numeric), r ->> 'currency',
    coalesce(r ->> 'value_date', r ->> 'valueDate', asked.payload ->> 'value_date')::date, coalesce(r ->> 'narrative', '')
  from (select f.payload::jsonb as payload where d.event_type <> 'intent.executed') asked
    cross join lateral jsonb_array_elements(
      coalesce(asked.payload #> '{approval,payload,rows}', asked.payload #> '{request,proposed_actions}', '[]')) with ordinality e (r, n)
  -- Always by the seq of the intent: what is asked of rows must not lead to all postings of an account.
  offset 0
)`;

/**
 * Of an intent `f` that was held back the last of its later events, if any: `d` with seq and event_type. By `case`: to row-level security
 * `coalesce` might leak, and what compares with it would not use an index.
 */
export const lastEventOfIntent = `lateral (
  select case when later.seq is null then f.seq else later.seq end as seq,
    case when later.seq is null then f.event_type else later.event_type end as event_type
  from (values (1)) one left join lateral (
    select e.seq, e.event_type from events e
    where f.event_type = 'intent.proposed' and e.tenant_id = $1 and e.intent_id = f.intent_id and e.idem_key is null
    order by e.seq desc limit 1
  ) later on true
) d`;
