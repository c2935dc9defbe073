import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { statements } from '@countinghouse/contract/features/statements';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { callFile } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { inFileName, saveFile } from '../../lib/values/csv.ts';
import { filtersOf, setOnly } from './filters.ts';
import { StatementSearch } from './search.ts';

/** Every line that the filters leave, over all pages, as a file that the server writes. */
export function DownloadStatement({ account: { id, code } }: { readonly account: AccountDetail }) {
  const [search] = useUrlState(StatementSearch);
  const download = useAct(() => callFile(statements.csv, { params: { id }, query: setOnly(filtersOf(search)) }), {
    done: ({ content }) => saveFile(`statement-${inFileName(code)}.csv`, content),
  });
  return (
    <Button variant="default" leftSection={<IconDownload size={14} />} loading={download.isPending} onClick={() => download.mutate()}>
      Export CSV
    </Button>
  );
}
