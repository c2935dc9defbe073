import { Paper } from '@mantine/core';
import { MetadataSection } from '../features/metadata/MetadataSection.tsx';
import { PartyPage } from '../features/parties/PartyPage.tsx';

/** The page of a party, with its metadata. */
export function PartyWithMetadata() {
  return (
    <PartyPage
      metadataOf={(id) => (
        <Paper p="lg" maw={560} mt="md">
          <MetadataSection key={id} of={{ is: 'party', id }} order={2} />
        </Paper>
      )}
    />
  );
}
