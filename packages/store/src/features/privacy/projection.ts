import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<
  ChainedEvent,
  {
    type:
      | 'privacy.tokenised'
      | 'privacy.key_rotated'
      | 'privacy.reencrypted'
      | 'privacy.erased'
      | 'privacy.exported'
      | 'privacy.references_set'
      | 'super_token.refused';
  }
>;

function projectPrivacy(tenantId: string, event: Event): readonly Statement[] {
  switch (event.type) {
    case 'privacy.tokenised':
      return [
        statement(
          `insert into privacy as p (tenant_id, tokenised, key_version, tokenised_at) values ($1, true, $2, $3)
           on conflict (tenant_id) do update set tokenised = true, key_version = $2, tokenised_at = coalesce(p.tokenised_at, $3)`,
          tenantId,
          event.payload.key_version,
          event.eventTs,
        ),
      ];
    case 'privacy.key_rotated':
      return [
        statement(
          `insert into privacy (tenant_id, key_version, rotated_at) values ($1, $2, $3)
           on conflict (tenant_id) do update set key_version = $2, rotated_at = $3`,
          tenantId,
          event.payload.key_version,
          event.eventTs,
        ),
      ];
    case 'privacy.reencrypted':
      return [
        statement(
          'update privacy set reencrypted_version = $2, reencrypted_at = $3 where tenant_id = $1',
          tenantId,
          event.payload.key_version,
          event.eventTs,
        ),
      ];
    case 'privacy.erased':
      return [
        statement(
          `insert into privacy as p (tenant_id, tokenised, key_version, reencrypted_version, erasures, tokenised_at, erased_at)
           values ($1, true, $2, $2, $3, $4, $4)
           on conflict (tenant_id) do update set tokenised = true, key_version = $2, reencrypted_version = $2, erasures = $3,
             tokenised_at = coalesce(p.tokenised_at, $4), erased_at = $4`,
          tenantId,
          event.payload.key_version,
          event.payload.erasure,
          event.eventTs,
        ),
      ];
    case 'privacy.references_set':
      return [
        statement(
          `insert into reference_choices (tenant_id, kept_as, set_at) values ($1, $2, $3)
           on conflict (tenant_id) do update set kept_as = excluded.kept_as, set_at = excluded.set_at`,
          tenantId,
          event.payload.references,
          event.eventTs,
        ),
      ];
    case 'privacy.exported':
    case 'super_token.refused':
      return [];
  }
}

/** Tables, and what events do to them. */
export const privacy = {
  tables: ['privacy', 'reference_choices'],
  project: {
    'privacy.tokenised': projectPrivacy,
    'privacy.key_rotated': projectPrivacy,
    'privacy.reencrypted': projectPrivacy,
    'privacy.erased': projectPrivacy,
    'privacy.exported': projectPrivacy,
    'privacy.references_set': projectPrivacy,
    'super_token.refused': projectPrivacy,
  },
} satisfies Feature;
