// What an intent of the system moved, by GL account and value date, so that reports tell it apart. Only such intents write here: the
// days of all postings are as they were. Live writing and replay both come through here.

import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import { NO_ENTITY } from '../days.ts';
import type { Feature } from '../feature.ts';
import { type Statement, statement } from '../sql/statement.ts';

export type HouseDaysAct = 'revaluation' | 'year_end';

function projectHouseDays(tenantId: string, seq: number, intent: IntentExecuted): readonly Statement[] {
  const act: HouseDaysAct | null = intent.revaluation !== undefined ? 'revaluation' : intent.year_end !== undefined ? 'year_end' : null;
  if (act === null) return [];
  return [
    statement(
      `insert into house_days (tenant_id, seq, act, gl_account_id, entity_id, currency, value_date, net)
       select $1::uuid, $2, $3, a.gl_account_id, coalesce(a.entity_id, '${NO_ENTITY}'), r.currency, r.value_date, sum(s.net)
       from jsonb_to_recordset($4::jsonb) r (debit_account_id uuid, credit_account_id uuid, amount numeric, currency text, value_date date)
       cross join lateral (values (r.debit_account_id, r.amount), (r.credit_account_id, -r.amount)) s (account_id, net)
       join accounts a on a.tenant_id = $1::uuid and a.id = s.account_id
       group by a.gl_account_id, a.entity_id, r.currency, r.value_date`,
      tenantId,
      seq,
      act,
      canonicalize(intent.rows),
    ),
  ];
}

/** Tables, and what events do to them. */
export const houseDays = {
  tables: ['house_days'],
  project: {
    'intent.executed': (tenantId, event) => projectHouseDays(tenantId, event.seq, event.payload),
  },
} satisfies Feature;
