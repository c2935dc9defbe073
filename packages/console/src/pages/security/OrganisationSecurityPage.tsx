import { Title } from '@mantine/core';
import { IconApi, IconKey, IconRobot, IconShieldLock } from '@tabler/icons-react';
import { PrivacySection } from '../../features/privacy/PrivacySection.tsx';
import { AskMembers } from '../../features/second-factors/AskMembers.tsx';
import { SigningSection } from '../../features/settings/SigningSection.tsx';
import { paths } from '../../lib/screen/paths.ts';
import { LinkTile } from '../../ui/page/LinkTile.tsx';
import { LinkTiles } from '../../ui/page/LinkTiles.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';

/** What owners decide about the security of the organisation. */
export function OrganisationSecurityPage() {
  return (
    <Page>
      <PageHeader
        title="Organisation security and privacy"
        description="How intents are signed, with which keys, how members sign in, and how personal data is kept."
      />
      <Title order={2} size="h5" fz={15}>
        Signing
      </Title>
      <SigningSection />
      <Title order={2} size="h5" fz={15}>
        Sign-in
      </Title>
      <AskMembers />
      <Title order={2} size="h5" fz={15}>
        Privacy (PII & keys)
      </Title>
      <PrivacySection />
      <LinkTiles>
        <LinkTile icon={IconKey} title="Signing keys" to={paths.signingKeys}>
          Generate, register and revoke
        </LinkTile>
        <LinkTile icon={IconApi} title="API keys" to={paths.apiKeys}>
          For programs that call in an owner’s name, or a service account’s
        </LinkTile>
        <LinkTile icon={IconRobot} title="Service accounts" to={paths.serviceAccounts}>
          Programs with rights of their own
        </LinkTile>
        <LinkTile icon={IconShieldLock} title="Security posture" to={paths.securityPosture}>
          What everybody sees of it
        </LinkTile>
      </LinkTiles>
    </Page>
  );
}
