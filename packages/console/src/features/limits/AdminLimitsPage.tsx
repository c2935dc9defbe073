import { LimitsScreen } from './LimitsScreen.tsx';

/** The same screen, where those who administer look for it. */
export function AdminLimitsPage() {
  return <LimitsScreen title="Limits" />;
}
