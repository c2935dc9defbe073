import type { FiledOn } from '@countinghouse/kernel/attachments/events';
import { filedKey, noteFile } from '@countinghouse/kernel/attachments/state';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const files = await read<{ intent_id: string; sha256: string }>(
    'select intent_id, sha256 from attachments where tenant_id = $1 order by event_seq',
  );
  for (const { intent_id, sha256 } of files) noteFile(state.attachments, intent_id, sha256);
  const filed = await read<{ filed_on: FiledOn; filed_on_id: string; sha256: string }>(
    'select filed_on, filed_on_id, sha256 from filed_attachments where tenant_id = $1 order by event_seq',
  );
  for (const { filed_on, filed_on_id, sha256 } of filed) noteFile(state.filed, filedKey(filed_on, filed_on_id), sha256);
};
