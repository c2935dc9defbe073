import type { EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';

/** Whether an anchor covers the event of a bundle, and somebody outside has it. */
export function AnchorState({ bundle: { anchor } }: { readonly bundle: EvidenceBundle }) {
  if (anchor === null) return <span className="dimmed">None yet</span>;
  return <StatusBadge status={anchor.anchored ? 'anchored' : 'unanchored'} />;
}
