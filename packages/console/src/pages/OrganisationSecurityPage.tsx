import { Title } from '@mantine/core';
import { IconKey, IconShieldLock } from '@tabler/icons-react';
import { paths } from '../app/paths.ts';
import { SigningSection } from '../features/settings/SigningSection.tsx';
import { LinkTile } from '../ui/LinkTile.tsx';
import { LinkTiles } from '../ui/LinkTiles.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** What owners decide about the security of the organisation. */
export function OrganisationSecurityPage() {
  return (
    <Page>
      <PageHeader title="Security & privacy" description="How intents are signed, and with which keys." />
      <Title order={2} size="h5" fz={15}>
        Signing
      </Title>
      <SigningSection />
      <LinkTiles>
        <LinkTile icon={IconKey} title="Signing keys" to={paths.signingKeys}>
          Generate, register and revoke
        </LinkTile>
        <LinkTile icon={IconShieldLock} title="Security posture" to={paths.securityPosture}>
          What everybody sees of it
        </LinkTile>
      </LinkTiles>
    </Page>
  );
}
