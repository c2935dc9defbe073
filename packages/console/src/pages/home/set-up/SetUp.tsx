import { accounts, type ListedAccount } from '@countinghouse/contract/features/accounts';
import { events } from '@countinghouse/contract/features/events';
import { fx } from '@countinghouse/contract/features/fx';
import { type GlAccount, glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import type { Tenant } from '@countinghouse/contract/features/tenants';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SetRateModal } from '../../../features/fx/SetRateModal.tsx';
import { UseStandardChart } from '../../../features/gl-accounts/UseStandardChart.tsx';
import { InviteDialog } from '../../../features/people/InviteDialog.tsx';
import { q } from '../../../lib/calls/query.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StepBars } from '../StepBars.tsx';
import { FirstAccount } from './FirstAccount.tsx';
import classes from './SetUp.module.css';
import { StepLine } from './StepLine.tsx';
import { ACCOUNTS_NEEDED, needsNoRates, type StepName, stepNames, stepsOf } from './steps.ts';

/** Enough to name them; of more it is said how many at least. */
const ACCOUNTS_READ = 20;
const NAMED_MAX = 3;
const TITLE = 'Set up your ledger';

const countOf = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

function namesOf(codes: readonly string[]): string {
  const rest = codes.length - NAMED_MAX;
  return rest > 0 ? `${codes.slice(0, NAMED_MAX).join(', ')} and ${rest} more` : codes.join(', ');
}

export interface SetUpProps {
  readonly tenant: Tenant;
  /** Intents so far. */
  readonly posted: number;
  /** They are all done, or dismissed. */
  readonly onEnd: () => void;
}

/** From an empty organisation to books that are kept, in five steps, each done where it stands. */
export function SetUp(props: SetUpProps) {
  const gl = useQuery(q(glAccounts.list));
  const opened = useQuery(q(accounts.search, { query: { limit: ACCOUNTS_READ } }));
  const rates = useQuery(q(fx.list, { query: {} }));
  const invited = useQuery(q(people.invites));
  const failed = [gl, opened, rates, invited].find((source) => source.isError);
  if (failed !== undefined)
    return (
      <Panel title={TITLE}>
        <ErrorState title="Could not load what is set up so far" error={failed.error} onRetry={() => void failed.refetch()} />
      </Panel>
    );
  if (gl.isSuccess && opened.isSuccess && rates.isSuccess && invited.isSuccess)
    return (
      <Steps
        {...props}
        gl={gl.data.gl}
        opened={opened.data.accounts}
        rates={rates.data.rates.length}
        invited={invited.data.invites.length}
      />
    );
  return (
    <Panel title={TITLE}>
      <Skeleton height={420} />
    </Panel>
  );
}

interface StepsProps extends SetUpProps {
  readonly gl: readonly GlAccount[];
  readonly opened: readonly ListedAccount[];
  readonly rates: number;
  /** Invitations that wait to be accepted. */
  readonly invited: number;
}

function Steps({ tenant, posted, onEnd, gl, opened, rates, invited }: StepsProps) {
  const [rating, inviting] = [useWritePermission(fx.upsert), useWritePermission(people.invite)];
  const [dialog, setDialog] = useState<'rate' | 'invite' | null>(null);
  const close = (): void => setDialog(null);
  const had = {
    glAccounts: gl.length,
    accountCurrencies: opened.map((a) => a.currency),
    reportingCurrency: tenant.reportingCurrency,
    rates,
    intents: posted,
    people: tenant.members + invited,
  };
  const steps = stepsOf(had);
  const isDone = stepNames.map((name) => steps[name].state === 'done');
  const done = isDone.filter(Boolean).length;
  const isOver = done === isDone.length;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  const variantOf = (name: StepName) => (steps[name].state === 'now' ? 'filled' : 'default');
  return (
    <Panel
      title={TITLE}
      flush
      aside={
        <span className={classes['progress']}>
          <StepBars steps={isDone} />
          {done} of {isDone.length}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onEnd}>
            Dismiss
          </Button>
        </span>
      }
    >
      <ol className={classes['steps']}>
        <StepLine
          step={steps.chart}
          title="Chart of accounts"
          says={
            steps.chart.state === 'done'
              ? countOf(gl.length, 'GL account')
              : 'The lines of your balance sheet and income statement. Start with the standard chart; what you do not use can be deleted.'
          }
          aside={steps.chart.state === 'done' ? <To path={paths.glAccounts}>Open</To> : <UseStandardChart primary />}
        />
        <StepLine
          step={steps.accounts}
          title="Accounts you work with"
          says={
            opened.length === 0
              ? 'Each is in one currency and belongs to a line of the chart. Start with your main bank account.'
              : opened.length < ACCOUNTS_NEEDED
                ? `${namesOf(opened.map((a) => a.code))} is open. A posting has two sides: open the account that the money comes from.`
                : namesOf(opened.map((a) => a.code))
          }
          aside={steps.accounts.state === 'done' ? <To path={paths.accounts}>Open</To> : null}
        >
          <FirstAccount key={opened.length} gl={gl} currency={tenant.reportingCurrency} side={opened.length === 0 ? 'bank' : 'capital'} />
          <p className={classes['hint']}>
            More than a few? <To path={paths.imports}>Import them from a spreadsheet</To>
          </p>
        </StepLine>
        <StepLine
          step={steps.rates}
          title="Exchange rates"
          says={
            rates > 0
              ? countOf(rates, 'rate')
              : needsNoRates(had)
                ? `Not needed: every account is in ${tenant.reportingCurrency}.`
                : `Reports are in ${tenant.reportingCurrency}. What is held in other currencies is added up once there is a rate.`
          }
          aside={
            steps.rates.state === 'done' ? (
              <To path={paths.fx}>Open</To>
            ) : (
              <GuardedButton variant={variantOf('rates')} permission={rating} onClick={() => setDialog('rate')}>
                Set a rate
              </GuardedButton>
            )
          }
        />
        <StepLine
          step={steps.posting}
          title="First posting"
          says={
            steps.posting.state === 'done'
              ? `${countOf(posted, 'intent')} in the log`
              : 'Opening balances, or any movement. What it does is shown before you submit.'
          }
          aside={steps.posting.state === 'done' ? <To path={paths.intents}>Open</To> : <PostButton variant={variantOf('posting')} />}
        />
        <StepLine
          step={steps.person}
          title="A second person"
          says={
            steps.person.state === 'done'
              ? `${countOf(tenant.members, 'member')}${invited === 0 ? '' : `, ${invited} invited`}`
              : 'Approvals need somebody other than the maker.'
          }
          aside={
            steps.person.state === 'done' ? (
              <To path={paths.people}>Open</To>
            ) : (
              <GuardedButton variant={variantOf('person')} permission={inviting} onClick={() => setDialog('invite')}>
                Invite
              </GuardedButton>
            )
          }
        />
      </ol>
      <SetRateModal opened={dialog === 'rate'} onClose={close} />
      <InviteDialog opened={dialog === 'invite'} onClose={close} />
    </Panel>
  );
}

/** To the form that posts. Each intent names the rates that held: where none were ever captured they are now, so that the form is complete. */
function PostButton({ variant }: { readonly variant: 'filled' | 'default' }) {
  const permission = useWritePermission(intents.execute);
  const navigate = useNavigate();
  const captured = useQuery(q(snapshots.list, { query: { kind: 'fx', limit: 1 } })).data?.snapshots;
  const go = () => navigate({ to: paths.postIntent });
  const capture = useWrite(snapshots.takeV1, {
    input: () => ({ body: { kind: 'fx' as const, label: 'Before the first posting', source: 'console' } }),
    touches: [snapshots, events],
    done: go,
  });
  return (
    <GuardedButton
      variant={variant}
      permission={permission}
      loading={captured === undefined || capture.isPending}
      onClick={() => (captured?.length === 0 ? capture.mutate() : void go())}
    >
      Post
    </GuardedButton>
  );
}

const To = ({ path, children }: { readonly path: (typeof paths)[keyof typeof paths]; readonly children: string }) => (
  <Anchor size="sm" renderRoot={(props) => <Link {...props} to={path} />}>
    {children}
  </Anchor>
);
