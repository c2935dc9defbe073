import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PrivacySection } from './PrivacySection.tsx';

export function PrivacyPage() {
  return (
    <Page>
      <PageHeader
        title="Privacy (PII & keys)"
        description="What tells of persons is kept beside the log: e-mails, labels and references of parties, names of files, what banks write. The log has tokens."
      />
      <PrivacySection />
    </Page>
  );
}
