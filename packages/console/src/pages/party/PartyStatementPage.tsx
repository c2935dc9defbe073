import { type PartyStatement, parties } from '@countinghouse/contract/features/parties';
import { Button, Group, Paper, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconFileInvoice } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { PartyStatementSearch } from '../../features/parties/search.ts';
import { FileButtons } from '../../features/reports/FileButtons.tsx';
import { ReportOrigin } from '../../features/reports/ReportOrigin.tsx';
import { given, q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import classes from './PartyStatement.module.css';

const MIN_WIDTH_PX = 320;

/** What stood before, every movement by value date, what stands after: a table each currency. */
export function PartyStatementPage() {
  const { partyId } = useParams({ strict: false }) as { readonly partyId: string };
  const [search, setSearch] = useUrlState(PartyStatementSearch);
  const query = given({ from: search.from, to: search.to });
  const source = useQuery({ ...q(parties.statement, { params: { id: partyId }, query }), placeholderData: keepPreviousData });
  const statement = source.data;
  return (
    <Page>
      <PageHeader
        title="Statement of account"
        description={
          statement === undefined
            ? 'Loading…'
            : `${statement.party.label}, ${showDay(statement.from)} to ${showDay(statement.to)}, by value date.`
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={14} />}
              renderRoot={(props) => <Link {...props} to={paths.party} params={{ partyId }} />}
            >
              Back to the party
            </Button>
            <FileButtons route={parties.statement} params={{ id: partyId }} query={query} />
          </>
        }
      />
      <Paper px="md" py="sm" className="no-print">
        <Group gap="sm">
          <DayField
            label="From"
            w={140}
            clearLabel="Clear: From"
            placeholder="Three months"
            value={search.from}
            onChange={(day) => setSearch({ from: day })}
          />
          <DayField
            label="To"
            w={140}
            clearLabel="Clear: To"
            placeholder="Today"
            value={search.to}
            onChange={(day) => setSearch({ to: day })}
          />
        </Group>
      </Paper>
      {source.isError ? (
        <ErrorState title="Could not load the statement" error={source.error} onRetry={() => void source.refetch()} />
      ) : null}
      {source.isPending ? <Skeleton height={300} aria-label="Loading" /> : null}
      {statement === undefined || source.isError ? null : (
        <>
          {statement.currencies.length === 0 ? <EmptyState icon={IconFileInvoice} title="The party has no accounts" /> : null}
          {statement.currencies.map((of) => (
            <CurrencyStatement key={of.currency} of={of} statement={statement} />
          ))}
          <ReportOrigin report={statement} />
        </>
      )}
    </Page>
  );
}

function CurrencyStatement({ of, statement }: { readonly of: PartyStatement['currencies'][number]; readonly statement: PartyStatement }) {
  const { currency, minorUnits, opening, closing, lines } = of;
  const balance = (minor: string) => <Money amountE8={readMinorE8(minor, minorUnits)} minorUnits={minorUnits} currency={currency} side />;
  return (
    <Panel title={currency} flush>
      <TableScroll label={`Statement in ${currency}`} minWidth={MIN_WIDTH_PX}>
        <table className={classes['statement']} aria-label={`Statement in ${currency}`}>
          <thead>
            <tr>
              <th scope="col">Value date</th>
              <th scope="col">Narrative</th>
              <th scope="col">Account</th>
              <th scope="col">Movement</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{showDay(statement.from)}</td>
              <th scope="row" colSpan={3}>
                Opening balance
              </th>
              <td>{balance(opening)}</td>
            </tr>
            {lines.map((l) => (
              <tr key={`${l.seq}.${l.line} ${l.account_id}`}>
                <td>{showDay(l.value_date)}</td>
                <td>
                  {l.intent_id === null ? (
                    l.narrative
                  ) : (
                    <TextLink to={paths.intent} params={{ intentId: l.intent_id }}>
                      {l.narrative === '' ? 'Without a narrative' : l.narrative}
                    </TextLink>
                  )}
                </td>
                <td>
                  {l.account_code} <span className="dimmed">{l.other_code}</span>
                </td>
                <td>
                  <Money amountE8={readMinorE8(l.amount, minorUnits)} minorUnits={minorUnits} currency={currency} plus />
                </td>
                <td>{balance(l.balance)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{showDay(statement.to)}</td>
              <th scope="row" colSpan={3}>
                Closing balance
              </th>
              <td>{balance(closing)}</td>
            </tr>
          </tfoot>
        </table>
      </TableScroll>
    </Panel>
  );
}
