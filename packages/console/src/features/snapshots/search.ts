import { SnapshotKind } from '@countinghouse/contract/features/snapshots';
import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: the snapshot beside the list, or `new` for the form. */
export const SnapshotsSearch = z.object({ kind: SnapshotKind.optional().catch(undefined), sort: urlText, open: urlText });
