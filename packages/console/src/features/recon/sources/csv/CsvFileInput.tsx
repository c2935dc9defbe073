import { Box, FileInput } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useDropZone } from '../../../../ui/form/drop/use-drop-zone.ts';

interface CsvFileInputProps {
  readonly file: File | null;
  readonly error: string | null;
  readonly onChoose: (file: File | null) => void;
}

/** One of the bank's own files, chosen or dropped. */
export function CsvFileInput({ file, error, onChoose }: CsvFileInputProps) {
  const zone = useDropZone({ take: ([dropped]) => onChoose(dropped ?? null) });
  return (
    <Box {...zone}>
      <FileInput
        label="CSV file of the bank"
        description="Only where it sends CSV. It is read here, and sent nowhere."
        placeholder="Choose a file, or drop it here"
        leftSection={<IconFileSpreadsheet size={14} />}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        clearable
        clearButtonProps={{ 'aria-label': 'Take the file away' }}
        value={file}
        error={error}
        onChange={onChoose}
      />
    </Box>
  );
}
