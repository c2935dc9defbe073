import { reports } from '@countinghouse/contract/features/reports';
import { Button, Group, Text } from '@mantine/core';
import { IconBuildingBank, IconCash, IconChartBar, IconDownload, IconHourglass, IconListNumbers, IconSum } from '@tabler/icons-react';
import { useState } from 'react';
import { callFile } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { saveFile } from '../../lib/values/csv.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { LinkTile } from '../../ui/page/LinkTile.tsx';
import { LinkTiles } from '../../ui/page/LinkTiles.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';

export function ReportsPage() {
  return (
    <Page>
      <PageHeader title="Financial reports" description="As of any day, of the whole or of the active entity, each also as CSV and PDF." />
      <LinkTiles>
        <LinkTile icon={IconListNumbers} title="Trial balance" to={paths.trialBalance}>
          Every GL account with its debit or credit
        </LinkTile>
        <LinkTile icon={IconBuildingBank} title="Balance sheet" to={paths.balanceSheet}>
          Assets, liabilities and equity, with the year’s result
        </LinkTile>
        <LinkTile icon={IconChartBar} title="Income statement" to={paths.incomeStatement}>
          Income and expenses of a period
        </LinkTile>
        <LinkTile icon={IconCash} title="Cash position" to={paths.cashPosition}>
          Bank and cash accounts, and the days ahead
        </LinkTile>
        <LinkTile icon={IconHourglass} title="Ageing" to={paths.ageing}>
          What parties owe, and are owed, by days overdue
        </LinkTile>
        <LinkTile icon={IconSum} title="Balances by GL" to={paths.balancesByGl}>
          Totals of one currency by GL account
        </LinkTile>
      </LinkTiles>
      <JournalExport />
    </Page>
  );
}

const exports = [
  { route: reports.journalCsv, label: 'Journal as CSV' },
  { route: reports.journalHledger, label: 'Journal for hledger' },
] as const;

/** Every posting between two value dates, as a file. */
function JournalExport() {
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const save = useAct(
    (route: (typeof exports)[number]['route']) =>
      callFile(route, { query: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } }),
    {
      done: ({ name, content }) => saveFile(name, content),
    },
  );
  return (
    <Panel title="Journal">
      <Text size="sm" c="dimmed" mb="sm">
        Every posting in the order of the log, exact to eight decimals. Without days: from the first to the last.
      </Text>
      <Group gap="sm" align="flex-end">
        <DayField label="From value date" w={140} clearLabel="Clear: From value date" placeholder="First" value={from} onChange={setFrom} />
        <DayField label="To value date" w={140} clearLabel="Clear: To value date" placeholder="Last" value={to} onChange={setTo} />
        {exports.map(({ route, label }) => (
          <Button
            key={route.path}
            variant="default"
            leftSection={<IconDownload size={14} />}
            loading={save.isPending && save.variables === route}
            onClick={() => save.mutate(route)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Panel>
  );
}
