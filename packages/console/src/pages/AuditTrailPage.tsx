import { AuditPage } from '../features/anchors/AuditPage.tsx';
import { TrailSearch } from '../features/events/TrailSearch.tsx';
import { CoveragePanel } from '../features/health/Coverage.tsx';
import { ReplayPanel } from '../features/replays/ReplayPanel.tsx';
import { WitnessesPanel } from '../features/witnesses/WitnessesPanel.tsx';

/** The audit trail: proofs and anchors, with how far the log is proven, who witnesses it, the search, its files, and replay. */
export function AuditTrailPage() {
  return (
    <AuditPage>
      <CoveragePanel />
      <WitnessesPanel />
      <ReplayPanel />
      <TrailSearch />
    </AuditPage>
  );
}
