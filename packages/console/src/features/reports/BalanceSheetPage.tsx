import { reports } from '@countinghouse/contract/features/reports';
import { StatementPage } from './StatementPage.tsx';

export const BalanceSheetPage = () => <StatementPage title="Balance sheet" route={reports.balanceSheet} />;
