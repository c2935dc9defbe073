import { PeriodsScreen } from './PeriodsScreen.tsx';

/** The close, among the screens of the ledger. */
export function PeriodClosePage() {
  return <PeriodsScreen title="Period close" />;
}
