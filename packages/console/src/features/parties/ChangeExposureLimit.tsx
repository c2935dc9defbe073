import { events } from '@countinghouse/contract/features/events';
import { type PartyPosition, parties } from '@countinghouse/contract/features/parties';
import { formatMinor } from '@countinghouse/kernel/money/amount';
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { minorUnitsIn, plainAmountE8, readMinorE8, typedAmountE8 } from '../../lib/values/money.ts';
import { CurrencySelect } from '../../ui/form/CurrencySelect.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface ChangeExposureLimitProps {
  readonly partyId: string;
  readonly exposure: PartyPosition['exposure'];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** How much a party may owe; an empty amount takes the limit away. */
export function ChangeExposureLimit({ partyId, exposure, opened, onClose }: ChangeExposureLimitProps) {
  const permission = useWritePermission(parties.setExposureLimit);
  const currencies = useCurrencies();
  const form = useForm({
    initialValues: {
      amount: exposure === null ? '' : plainAmountE8(readMinorE8(exposure.limit, exposure.minorUnits), exposure.minorUnits),
      currency: exposure?.currency ?? '',
    },
    validate: {
      amount: (typed, { currency }) =>
        typed.trim() === '' || minorOf(typed, minorUnitsIn(currencies, currency)) !== null
          ? null
          : 'Use an amount above zero, with no more decimals than the currency has.',
      currency: (currency, { amount }) => (amount.trim() !== '' && currency === '' ? 'Choose a currency.' : null),
    },
  });
  const set = useWrite(parties.setExposureLimit, {
    input: ({ amount, currency }: typeof form.values) => {
      const amount_minor = minorOf(amount, minorUnitsIn(currencies, currency));
      return { params: { id: partyId }, body: { limit: amount_minor === null ? null : { currency, amount_minor } } };
    },
    said: 'Exposure limit saved',
    touches: [parties, events],
    form,
    close: onClose,
  });
  return (
    <FormModal
      opened={opened}
      title="Exposure limit"
      submitLabel="Save limit"
      permission={permission}
      busy={set.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => set.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        How much the party may owe you. It warns on this page when more is owed, and refuses no posting. What is owed in other currencies
        counts at today’s rates. Leave the amount empty to have no limit.
      </Text>
      <TextInput label="Amount" inputMode="decimal" data-autofocus {...form.getInputProps('amount')} />
      <CurrencySelect label="Currency" {...form.getInputProps('currency')} />
    </FormModal>
  );
}

/** Whole minor units above zero; null for what is none. */
function minorOf(typed: string, minorUnits: number): string | null {
  const amountE8 = typedAmountE8(typed);
  if (amountE8 === null || amountE8 <= 0n) return null;
  const minor = formatMinor(amountE8, minorUnits);
  return minor.includes('.') ? null : minor;
}
