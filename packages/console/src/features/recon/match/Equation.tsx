import type { BankReconciliation } from '@countinghouse/contract/recon-shapes';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readAmountE8 } from '../../../lib/values/money.ts';
import { showDay, today } from '../../../lib/values/time.ts';
import { Amount } from '../parts/Amount.tsx';
import { bankStatementQuery } from '../queries.ts';
import classes from './Match.module.css';

/** The bank reconciliation statement of today on one line: what leads from the bank’s balance to that of the books. It opens the whole. */
export function Equation({ account }: { readonly account: string }) {
  const source = useQuery(bankStatementQuery({ account_id: account, date: today(new Date()) }));
  if (source.isPending) return <Skeleton className={classes['equationSoon'] ?? ''} aria-label="Loading" />;
  if (source.data === undefined) return null;
  return (
    <Link to="." search={{ view: 'statement', account } as never} className={classes['equation'] ?? ''} title="Open the whole statement">
      <Terms of={source.data} />
    </Link>
  );
}

function Terms({ of }: { readonly of: BankReconciliation }) {
  const { currency } = of.account;
  if (of.bank_balance === null || of.difference === null)
    return (
      <>
        <Term label="Books" amount={of.book_balance} currency={currency} />
        <span className={classes['dimmed']}>no statement tells the bank’s balance</span>
      </>
    );
  const steps = [
    ['Not in the books', -readAmountE8(of.rows.sum)],
    ['Not at the bank', readAmountE8(of.postings.sum)],
    ['Before the first statement', readAmountE8(of.before ?? '0')],
  ] as const;
  const unexplainedE8 = readAmountE8(of.difference);
  return (
    <>
      <Term
        label={of.bank_balance_from === null ? 'Bank' : `Bank, ${showDay(of.bank_balance_from.on)}`}
        amount={of.bank_balance}
        currency={currency}
      />
      {steps.map(([label, e8]) =>
        e8 === 0n ? null : (
          <Step key={label} sign={e8 < 0n ? '−' : '+'}>
            <Term label={label} amount={formatAmountE8(e8 < 0n ? -e8 : e8)} currency={currency} />
          </Step>
        ),
      )}
      <Step sign="=">
        <Term label="Books" amount={of.book_balance} currency={currency} />
      </Step>
      {unexplainedE8 === 0n ? (
        <span className={classes['explained']}>
          <IconCircleCheck size={15} aria-hidden /> Explained
        </span>
      ) : (
        <span className={classes['unexplained']}>
          <IconAlertTriangle size={15} aria-hidden /> <Amount amount={of.difference} currency={currency} plus /> unexplained
        </span>
      )}
    </>
  );
}

const Step = ({ sign, children }: { readonly sign: string; readonly children: ReactNode }) => (
  <span className={classes['step']}>
    <span className={classes['sign']}>{sign}</span>
    {children}
  </span>
);

const Term = ({ label, amount, currency }: { readonly label: string; readonly amount: string; readonly currency: string }) => (
  <span className={classes['term']}>
    <span>{label}</span>
    <strong>
      <Amount amount={amount} currency={currency} />
    </strong>
  </span>
);
