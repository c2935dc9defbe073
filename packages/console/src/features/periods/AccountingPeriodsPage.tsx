import { PeriodsScreen } from './PeriodsScreen.tsx';

/** The same screen, where those who administer look for it. */
export function AccountingPeriodsPage() {
  return <PeriodsScreen title="Accounting periods" />;
}
