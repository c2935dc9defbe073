import type { Side } from '@countinghouse/contract/statement-sides';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Money } from '../../../ui/money/Money.tsx';
import classes from './StatementTable.module.css';
import type { Cell } from './statement.ts';

interface FigureProps {
  readonly cell: Cell;
  /** The side its section says; a figure on the other one is in parentheses. `change`: how much more there is. */
  readonly on: Side | 'change';
  /** Makes it lead to what it is made of. */
  readonly lead?: (figure: ReactNode) => ReactNode;
}

/** A figure of a statement: a dash for zero; nothing where there is none, with the reason where it is a rate. */
export function Figure({ cell, on, lead = (figure) => figure }: FigureProps) {
  const { amountE8, currency, minorUnits, lacksRate } = cell;
  if (amountE8 === 0n) return <span className={on === 'change' ? 'dimmed' : classes['zero']}>–</span>;
  if (amountE8 !== null) {
    const money = { amountE8, minorUnits, currency };
    return lead(on === 'change' ? <Money {...money} plus /> : <Money {...money} across={amountE8 > 0n !== (on === 'Dr')} />);
  }
  if (!lacksRate) return null;
  return (
    <Tooltip label={`No rate leads to ${currency}`}>
      <span className="dimmed">no rate</span>
    </Tooltip>
  );
}
