import { branding } from '@countinghouse/contract/features/branding';
import { settings } from '@countinghouse/contract/features/settings';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { IconFileCheck, IconPalette, IconScale, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PortalCard } from '../../features/branding/PortalCard.tsx';
import { LatestEvidence } from '../../features/evidence/LatestEvidence.tsx';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useActiveTenant, useNeed } from '../../lib/session/use-tenant.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { LinkTile } from '../../ui/page/LinkTile.tsx';
import { LinkTiles } from '../../ui/page/LinkTiles.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { LaunchChecklist } from './LaunchChecklist.tsx';

function BrandingCard() {
  const tenant = useActiveTenant();
  const source = useQuery(q(branding.get));
  const logo = useQuery(q(settings.get)).data?.settings.logo_url ?? null;
  if (source.isError) return <ErrorState title="Could not load the branding" error={source.error} onRetry={() => void source.refetch()} />;
  if (source.isPending) return <Skeleton height={124} aria-label="Loading" />;
  return (
    <PortalCard branding={{ ...source.data.branding, logo_url: source.data.branding.logo_url ?? logo }} tenantName={tenant?.name ?? ''} />
  );
}

function SupportContact() {
  const source = useQuery(q(settings.get));
  const email = source.data?.settings.primary_contact_email ?? null;
  return (
    <Panel title="Support contact">
      {source.isPending ? (
        <Skeleton height={16} width="60%" />
      ) : email === null ? (
        <Text size="sm">
          {source.isError ? 'Could not load the contact.' : 'No contact yet. '}
          {source.isError ? null : (
            <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to={paths.profile} />}>
              Set it on the profile
            </Anchor>
          )}
        </Text>
      ) : (
        <Anchor size="sm" underline="always" href={`mailto:${email}`}>
          {email}
        </Anchor>
      )}
    </Panel>
  );
}

/** What clients of the organisation meet, and what is left to do before they do. */
export function PortalPage() {
  const owner = useNeed('owner');
  const admin = useNeed('admin');
  return (
    <Page>
      <PageHeader title="Client portal" description="How the organisation meets its clients, and what is left to do before launch." />
      <Columns
        main={
          <>
            <BrandingCard />
            <LinkTiles>
              <LinkTile icon={IconScale} title="Accounts & Balances" to={paths.balances}>
                What each account holds
              </LinkTile>
              <LinkTile icon={IconFileCheck} title="Signed intents log" to={paths.intents}>
                What was asked and what was booked
              </LinkTile>
              <LinkTile icon={IconPalette} title="Branding" to={paths.branding} permission={admin}>
                Name, logo and colours
              </LinkTile>
              <LinkTile icon={IconUsers} title="People" to={paths.people} permission={owner}>
                Members, roles, invites
              </LinkTile>
            </LinkTiles>
            <LatestEvidence />
          </>
        }
        side={
          <>
            <SupportContact />
            <LaunchChecklist />
          </>
        }
      />
    </Page>
  );
}
