import { reports } from '@countinghouse/contract/features/reports';
import { StatementPage } from './StatementPage.tsx';

export const IncomeStatementPage = () => <StatementPage title="Income statement" route={reports.incomeStatement} period />;
