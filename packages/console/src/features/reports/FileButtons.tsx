import type { RouteDef, RouteInput } from '@countinghouse/contract/wire';
import { Button } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { callFile } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { saveFile } from '../../lib/values/csv.ts';

const files = [
  { format: 'csv', label: 'CSV', icon: IconFileTypeCsv },
  { format: 'pdf', label: 'PDF', icon: IconFileTypePdf },
] as const;

interface FileButtonsProps<R extends RouteDef> {
  readonly route: R;
  readonly params?: object;
  /** What is shown: the files show the same. */
  readonly query: object;
}

/** A report as a file, or on paper. */
export function FileButtons<const R extends RouteDef>({ route, params, query }: FileButtonsProps<R>) {
  const save = useAct((format: string) => callFile(route, { params, query: { ...query, format } } as unknown as RouteInput<R>), {
    done: ({ name, content }) => saveFile(name, content),
  });
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={14} />} onClick={() => window.print()}>
        Print
      </Button>
      {files.map(({ format, label, icon: FileIcon }) => (
        <Button
          key={format}
          variant="default"
          leftSection={<FileIcon size={14} />}
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {label}
        </Button>
      ))}
    </>
  );
}
