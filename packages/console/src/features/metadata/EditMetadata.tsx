import { accounts } from '@countinghouse/contract/features/accounts';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { metadata } from '@countinghouse/contract/features/metadata';
import type { Metadata, MetadataChanges } from '@countinghouse/contract/metadata-fields';
import { useEffect, useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { changesBetween, faultOfPair, metadataOf, pairsOf } from '../../lib/values/metadata.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { type KeyValue, KeyValues } from '../../ui/form/lines/KeyValues.tsx';
import { paramsOf, routesOf, type Subject } from './subject.ts';

interface EditMetadataProps {
  readonly of: Subject;
  readonly current: Metadata;
  readonly permission: Permission;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Changes keys and values; what was said before stays in the log. */
export function EditMetadata({ of, current, permission, opened, onClose }: EditMetadataProps) {
  const [pairs, setPairs] = useState<readonly KeyValue[]>([]);
  useEffect(() => {
    if (opened) setPairs(pairsOf(current));
  }, [opened, current]);
  const save = useWrite(routesOf(of).change, {
    input: (changes: MetadataChanges) => ({ params: paramsOf(of), body: { metadata: changes } }),
    said: 'Saved',
    touches: [metadata, intents, accounts, events],
    close: onClose,
  });
  const next = metadataOf(pairs);
  return (
    <FormModal
      opened={opened}
      title="Edit metadata"
      submitLabel="Save"
      size={560}
      busy={save.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (next === null) return;
        const changes = changesBetween(current, next);
        if (Object.keys(changes).length === 0) onClose();
        else save.mutate(changes);
      }}
    >
      <KeyValues pairs={pairs} faultOf={(index) => faultOfPair(pairs, index)} onChange={setPairs} />
    </FormModal>
  );
}
