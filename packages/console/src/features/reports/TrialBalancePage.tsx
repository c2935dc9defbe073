import { reports } from '@countinghouse/contract/features/reports';
import { StatementPage } from './StatementPage.tsx';

export const TrialBalancePage = () => <StatementPage title="Trial balance" route={reports.trialBalance} />;
