import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { FourEyes } from './FourEyes.tsx';
import { ProfileSection } from './ProfileSection.tsx';

export function ProfilePage() {
  return (
    <Page>
      <PageHeader
        title="Organisation profile"
        description="What the organisation is called, who answers for it, and how its books are shown."
      />
      <ProfileSection />
      <FourEyes />
    </Page>
  );
}
