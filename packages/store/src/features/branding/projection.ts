import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'branding.set' }>;

function projectBranding(tenantId: string, event: Event): Statement {
  const { display_name, logo_url, primary_color, accent_color } = event.payload;
  return statement(
    `insert into branding (tenant_id, display_name, logo_url, primary_color, accent_color) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id) do update set display_name = excluded.display_name, logo_url = excluded.logo_url,
       primary_color = excluded.primary_color, accent_color = excluded.accent_color`,
    tenantId,
    display_name,
    logo_url,
    primary_color,
    accent_color,
  );
}

/** Tables, and what events do to them. */
export const branding = {
  tables: ['branding'],
  project: {
    'branding.set': projectBranding,
  },
} satisfies Feature;
