import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PrivacySection } from './PrivacySection.tsx';

export function PrivacyPage() {
  return (
    <Page>
      <PageHeader
        title="Privacy (PII & keys)"
        description="Personal data is stored outside the log; the log holds tokens only. It covers e-mails, labels and references of parties, names of files, what banks write, and references of accounts where they are tokens."
      />
      <PrivacySection />
    </Page>
  );
}
