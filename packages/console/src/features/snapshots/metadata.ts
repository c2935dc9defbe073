import { SNAPSHOT_METADATA_SHOWN_MAX, type Snapshot } from '@countinghouse/contract/features/snapshots';

/** Metadata on one line, cut at 80 characters (specification §9). */
export function cutMetadata(metadata: Snapshot['metadata']): string {
  const text = JSON.stringify(metadata);
  return text.length > SNAPSHOT_METADATA_SHOWN_MAX ? `${text.slice(0, SNAPSHOT_METADATA_SHOWN_MAX)}…` : text;
}
