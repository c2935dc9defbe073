import { AuditPage } from '../features/anchors/AuditPage.tsx';
import { TrailSearch } from '../features/events/TrailSearch.tsx';
import { ReplayPanel } from '../features/replays/ReplayPanel.tsx';

/** The audit trail: proofs and anchors, with the search, its files, and replay. */
export function AuditTrailPage() {
  return (
    <AuditPage>
      <ReplayPanel />
      <TrailSearch />
    </AuditPage>
  );
}
