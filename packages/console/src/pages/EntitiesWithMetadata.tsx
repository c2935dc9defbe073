import type { Entity } from '@countinghouse/contract/features/entities';
import { metadata } from '@countinghouse/contract/features/metadata';
import { EntitiesPage } from '../features/entities/EntitiesPage.tsx';
import { MetadataSection } from '../features/metadata/MetadataSection.tsx';
import { useEntityPermission } from '../lib/session/use-entity.ts';

/** The entities, the open one with its metadata. */
export function EntitiesWithMetadata() {
  const mayAnnotate = useEntityPermission(metadata.annotateEntity);
  return (
    <EntitiesPage
      metadataOf={(entity: Entity) => (
        <MetadataSection key={entity.id} of={{ is: 'entity', id: entity.id }} permission={mayAnnotate(entity)} />
      )}
    />
  );
}
