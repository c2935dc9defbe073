import { type Period, periods } from '@countinghouse/contract/features/periods';
import { Anchor, Button, Group } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useDownload } from '../../lib/calls/use-write.ts';

const icons = { csv: IconFileTypeCsv, pdf: IconFileTypePdf } as const;
/** Links lead to the web only, whatever was given as an address. */
const leadsToTheWeb = (uri: string): boolean => /^https?:\/\//i.test(uri);

/** The published statement: the files that the server keeps, or where it is to be had. */
export function StatementFiles({ period }: { readonly period: Period }) {
  const save = useDownload(periods.statement, (format: 'csv' | 'pdf') => ({ params: { id: period.id, format } }));
  const uri = period.statement_uri ?? '';
  if (period.files.length === 0)
    return leadsToTheWeb(uri) ? (
      <Anchor href={uri} target="_blank" rel="noreferrer noopener" fz="sm">
        {uri}
      </Anchor>
    ) : (
      <span className="mono">{uri}</span>
    );
  return (
    <Group gap="xs" mt={2}>
      {period.files.map(({ format }) => {
        const FileIcon = icons[format];
        return (
          <Button
            key={format}
            variant="default"
            leftSection={<FileIcon size={14} />}
            loading={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            Statement, {format.toUpperCase()}
          </Button>
        );
      })}
    </Group>
  );
}
