import {
  IconArrowsExchange2,
  IconClipboardCheck,
  IconCoins,
  IconGauge,
  IconPalette,
  IconSend,
  IconSettings,
  IconStethoscope,
} from '@tabler/icons-react';
import { paths } from '../lib/screen/paths.ts';
import { LinkTile } from '../ui/page/LinkTile.tsx';
import { LinkTiles } from '../ui/page/LinkTiles.tsx';
import { Page } from '../ui/page/Page.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';

/** The ways to what is administered. */
export function AdminHubPage() {
  return (
    <Page>
      <PageHeader title="Admin hub" description="What owners and entity administrators look after." />
      <LinkTiles>
        <LinkTile icon={IconSettings} title="Settings" to={paths.adminSettings}>
          The organisation’s profile and interest
        </LinkTile>
        <LinkTile icon={IconPalette} title="Branding" to={paths.branding}>
          Name, logo and colours of console and portal
        </LinkTile>
        <LinkTile icon={IconStethoscope} title="Auth Diagnostics" to={paths.diagnostics}>
          Session, roles, clocks and server
        </LinkTile>
        <LinkTile icon={IconArrowsExchange2} title="Reconciliation" to={paths.adminRiskRecon}>
          Statements of banks, held against the books
        </LinkTile>
        <LinkTile icon={IconSend} title="Audit Export" to={paths.auditExport}>
          Signed webhooks, the archive, and what became of them
        </LinkTile>
        <LinkTile icon={IconClipboardCheck} title="Compliance" to={paths.compliance}>
          Controls, who attested them, and what is due
        </LinkTile>
        <LinkTile icon={IconGauge} title="Limits" to={paths.adminLimits}>
          What an intent and a day may come to
        </LinkTile>
        <LinkTile icon={IconCoins} title="Currencies" to={paths.currencies}>
          In which currencies accounts are kept
        </LinkTile>
      </LinkTiles>
    </Page>
  );
}
