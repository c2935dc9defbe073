import { Title } from '@mantine/core';
import { ProfileSection } from '../features/settings/ProfileSection.tsx';
import { SigningSection } from '../features/settings/SigningSection.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** The settings of the organisation, section by section. */
export function AdminSettingsPage() {
  return (
    <Page>
      <PageHeader title="Admin settings" description="The settings of the organisation in one place." />
      <Title order={2} size="h5" fz={15}>
        Profile
      </Title>
      <ProfileSection />
      <Title order={2} size="h5" fz={15}>
        Security
      </Title>
      <SigningSection />
    </Page>
  );
}
