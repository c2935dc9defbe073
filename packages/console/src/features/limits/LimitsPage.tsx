import { LimitsScreen } from './LimitsScreen.tsx';

export function LimitsPage() {
  return <LimitsScreen title="Risk & limits" />;
}
