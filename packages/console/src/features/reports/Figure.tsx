import { Tooltip } from '@mantine/core';
import { Money } from '../../ui/money/Money.tsx';
import type { Cell } from './statement.ts';

/** A figure of a statement; a dash where there is none, with the reason where it is a rate. */
export function Figure({ cell, side }: { readonly cell: Cell; readonly side: boolean }) {
  const { amountE8, currency, minorUnits, lacksRate } = cell;
  if (amountE8 !== null) return <Money amountE8={amountE8} minorUnits={minorUnits} currency={currency} side={side} />;
  if (!lacksRate) return null;
  return (
    <Tooltip label={`No rate leads to ${currency}`}>
      <span className="dimmed">no rate</span>
    </Tooltip>
  );
}
