import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event<T extends ChainedEvent['type']> = Extract<ChainedEvent, { type: T }>;

const projectGranted = (tenantId: string, { seq, payload }: Event<'second_factor.reset_granted'>): Statement =>
  statement(
    `insert into second_factor_resets (tenant_id, user_id, granted_seq, effective_at, lapses_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, user_id) do update
       set granted_seq = excluded.granted_seq, effective_at = excluded.effective_at, lapses_at = excluded.lapses_at`,
    tenantId,
    payload.user_id,
    seq,
    payload.effective_at,
    payload.lapses_at,
  );

const projectEnd = (tenantId: string, { payload }: Event<'second_factor.reset_stopped' | 'second_factor.reset_done'>): Statement =>
  statement('delete from second_factor_resets where tenant_id = $1 and user_id = $2', tenantId, payload.user_id);

/** Tables, and what events do to them. */
export const secondFactorResets = {
  tables: ['second_factor_resets'],
  project: {
    'second_factor.reset_granted': projectGranted,
    'second_factor.reset_stopped': projectEnd,
    'second_factor.reset_done': projectEnd,
  },
} satisfies Feature;
