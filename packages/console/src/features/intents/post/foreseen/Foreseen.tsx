import type { IntentPreview } from '@countinghouse/contract/intent-preview';
import { IconUserCheck } from '@tabler/icons-react';
import { useCurrencies } from '../../../../lib/calls/use-lists.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import { minorUnitsIn, readAmountE8 } from '../../../../lib/values/money.ts';
import { Money } from '../../../../ui/money/Money.tsx';
import { TextLink } from '../../../../ui/value/TextLink.tsx';
import classes from './Foreseen.module.css';

const ICON_SIZE = 16;
const personsInWords = ['', 'A second person', 'Two other persons', 'Three other persons'] as const;

/** What would happen on Submit, before it is pressed: what a second person must see, or why it would be rejected. */
export function Foreseen({ foreseen, plain }: { readonly foreseen: IntentPreview | null; readonly plain: string }) {
  if (foreseen?.held)
    return (
      <span className={classes['held']}>
        <IconUserCheck size={ICON_SIZE} aria-hidden />
        <span>
          <Held held={foreseen.held} />
        </span>
      </span>
    );
  if (foreseen !== null && foreseen.message !== null)
    return <span className={classes['held']}>It would be rejected: {foreseen.message}</span>;
  return <span className="dimmed">{plain}</span>;
}

function Held({ held: { held_for, needed, eligible } }: { readonly held: NonNullable<IntentPreview['held']> }) {
  const currencies = useCurrencies();
  const { amount, limit, currency } = held_for;
  const money = (decimal: string, of: string) => (
    <Money amountE8={readAmountE8(decimal)} minorUnits={minorUnitsIn(currencies, of)} currency={of} showCurrency />
  );
  return (
    <>
      <strong>{personsInWords[needed] ?? `${needed} other persons`} must approve it</strong>
      {amount === undefined || limit === undefined || currency === undefined ? (
        ': a policy asks for that.'
      ) : (
        <>
          : {money(amount, currency)} is not below the limit of {money(limit, currency)}.
        </>
      )}
      {eligible >= needed ? null : (
        <>
          {' '}
          {eligible === 0 ? 'Nobody but you could' : `Only ${eligible} could`}: invite another owner under{' '}
          <TextLink to={paths.people} inText>
            People
          </TextLink>
          .
        </>
      )}
    </>
  );
}
