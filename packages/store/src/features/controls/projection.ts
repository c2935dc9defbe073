import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'control.registered' | 'control.retired' | 'control.attested' }>;

function projectControls(tenantId: string, event: Event): readonly Statement[] {
  const { eventTs, actorId, seq } = event;
  switch (event.type) {
    case 'control.registered': {
      const { id, name, version, spec } = event.payload;
      return [
        statement(
          `insert into controls (tenant_id, id, version, registered_seq) values ($1, $2, $3, $4)
           on conflict (tenant_id, id) do update set version = excluded.version`,
          tenantId,
          id,
          version,
          seq,
        ),
        statement(
          `insert into control_versions (tenant_id, control_id, version, name, spec, registered_at, registered_by, seq)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          tenantId,
          id,
          version,
          name,
          canonicalize(spec),
          eventTs,
          actorId,
          seq,
        ),
      ];
    }
    case 'control.retired':
      return [
        statement(
          'update controls set retired_at = $3, retired_by = $4 where tenant_id = $1 and id = $2',
          tenantId,
          event.payload.id,
          eventTs,
          actorId,
        ),
      ];
    case 'control.attested': {
      const { control_id, version, status, evidence } = event.payload;
      return [
        statement(
          `insert into attestations (tenant_id, control_id, seq, version, status, evidence, attested_at, attested_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          tenantId,
          control_id,
          seq,
          version,
          status,
          evidence,
          eventTs,
          actorId,
        ),
      ];
    }
  }
}

/** Tables, and what events do to them. */
export const controls = {
  tables: ['controls', 'control_versions', 'attestations'],
  project: {
    'control.registered': projectControls,
    'control.retired': projectControls,
    'control.attested': projectControls,
  },
} satisfies Feature;
