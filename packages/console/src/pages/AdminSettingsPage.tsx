import { Box, Title } from '@mantine/core';
import { OpeningRules } from '../features/accounts/OpeningRules.tsx';
import { AllowListSection } from '../features/allow-lists/AllowListSection.tsx';
import { InterestSection } from '../features/interest/InterestSection.tsx';
import { FourEyes } from '../features/settings/FourEyes.tsx';
import { PostingDefaults } from '../features/settings/PostingDefaults.tsx';
import { ProfileSection } from '../features/settings/ProfileSection.tsx';
import { SigningSection } from '../features/settings/SigningSection.tsx';
import { Page } from '../ui/page/Page.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';

/** As wide as the profile above it. */
const SECTION_WIDTH_PX = 720;

/** The settings of the organisation, section by section. */
export function AdminSettingsPage() {
  return (
    <Page>
      <PageHeader title="Admin settings" description="The settings of the organisation in one place." />
      <Title order={2} size="h5" fz={15}>
        Profile
      </Title>
      <ProfileSection />
      <Box maw={SECTION_WIDTH_PX}>
        <InterestSection />
      </Box>
      <FourEyes />
      <Title order={2} size="h5" fz={15}>
        Security
      </Title>
      <SigningSection />
      <Box maw={SECTION_WIDTH_PX}>
        <AllowListSection />
      </Box>
      <Title order={2} size="h5" fz={15}>
        Programs
      </Title>
      <Box maw={SECTION_WIDTH_PX}>
        <PostingDefaults />
      </Box>
      <OpeningRules />
    </Page>
  );
}
