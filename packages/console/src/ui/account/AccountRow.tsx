import { Money } from '../money/Money.tsx';
import { TwoLines } from '../table/TwoLines.tsx';
import { AccountLink } from './AccountLink.tsx';
import classes from './AccountRow.module.css';

interface AccountRowProps {
  readonly id: string;
  readonly code: string;
  readonly closed: boolean;
  /** The GL account it maps to, in words. */
  readonly gl: string | null;
  readonly currency: string;
  readonly minorUnits: number;
  readonly balanceE8: bigint;
  /** Null where that is not known, as of a balance of the past. */
  readonly heldE8: bigint | null;
}

/** An account where a list is narrow: its code and its balance, below them what it maps to and what of it is held. */
export function AccountRow({ id, code, closed, gl, currency, minorUnits, balanceE8, heldE8 }: AccountRowProps) {
  return (
    <TwoLines
      title={<AccountLink id={id} code={code} closed={closed} />}
      amount={<Money amountE8={balanceE8} minorUnits={minorUnits} currency={currency} showCurrency side />}
      below={gl}
      state={
        heldE8 === null || heldE8 === 0n ? null : (
          <span className={classes['held']}>
            <Money amountE8={heldE8} minorUnits={minorUnits} currency={currency} /> held
          </span>
        )
      }
    />
  );
}
