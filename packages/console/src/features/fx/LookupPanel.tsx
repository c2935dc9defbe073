import { currencies } from '@countinghouse/contract/features/currencies';
import { DEFAULT_FX, type EffectiveRate, fx } from '@countinghouse/contract/features/fx';
import { wordOfRateSource } from '@countinghouse/contract/rate-sources';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { ActionIcon, Alert, Badge, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsLeftRight, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { minorUnitsIn, normaliseAmount, showAmountE8, showRate } from '../../lib/values/money.ts';
import { InstantField } from '../../ui/form/day/InstantField.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './LookupPanel.module.css';
import { FxSearch } from './search.ts';

const ONE = '1';
const SETTLE_MS = 200;

/** The rate of a pair at a time: what was given, or what follows from it, and from which rates. Converts an amount with it. */
export function LookupPanel({ onClose }: { readonly onClose: () => void }) {
  const [{ base = DEFAULT_FX.base, quote = DEFAULT_FX.quote, at, amount = ONE }, setSearch] = useUrlState(FxSearch);
  const { data } = useQuery(q(currencies.all));
  const all = data?.currencies ?? [];
  const options = all.length > 0 ? all.map((c) => c.code) : [base, quote];
  const normal = normaliseAmount(amount);
  const [asked] = useDebouncedValue(normal, SETTLE_MS);
  const source = useQuery({
    ...q(fx.effective, { query: { base, quote, ...(at === undefined ? {} : { at }), ...(asked === null ? {} : { amount: asked }) } }),
    placeholderData: keepPreviousData,
  });
  const pick = (side: 'base' | 'quote') => ({
    searchable: true,
    allowDeselect: false,
    data: [...new Set(options)],
    onChange: (code: string | null) => setSearch({ [side]: code ?? undefined }, { replace: true }),
  });
  const rate = source.data?.rate ?? null;
  return (
    <SidePanel title="Rate look-up" onClose={onClose}>
      <Stack gap="sm">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <Select label="From" flex={1} {...pick('base')} value={base} />
          <ActionIcon
            size={30}
            variant="default"
            aria-label="Swap the currencies"
            onClick={() => setSearch({ base: quote, quote: base }, { replace: true })}
          >
            <IconArrowsLeftRight size={14} />
          </ActionIcon>
          <Select label="To" flex={1} {...pick('quote')} value={quote} />
        </Group>
        <TextInput
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={normal === null ? 'Use a decimal with at most 20 digits before and 8 after the point.' : null}
          onChange={(event) => setSearch({ amount: event.currentTarget.value || undefined }, { replace: true })}
        />
        <InstantField
          label="As of"
          placeholder="Now"
          clearLabel="As of now"
          dayMeans="end"
          w="100%"
          value={at ?? null}
          onChange={(instant) => setSearch({ at: instant ?? undefined }, { replace: true })}
        />
        {source.isPending ? <Skeleton height={120} aria-label="Loading" /> : null}
        {source.isError ? (
          <ErrorState title="Could not look up the rate" error={source.error} onRetry={() => void source.refetch()} />
        ) : null}
        {source.isSuccess && rate === null ? (
          <Alert color="orange" role="status" icon={<IconInfoCircle size={16} />}>
            No rates lead from {base} to {quote} then. Set the rate of the pair, or import the rates of the ECB.
          </Alert>
        ) : null}
        {rate === null ? null : (
          <Found rate={rate} converted={source.data?.converted ?? null} amount={asked} minorUnits={(code) => minorUnitsIn(all, code)} />
        )}
      </Stack>
    </SidePanel>
  );
}

const wordOf = ({ derived, via, legs }: EffectiveRate): string =>
  derived === 'none'
    ? legs.length === 0
      ? 'same currency'
      : 'given'
    : derived === 'inverse'
      ? 'derived: inverse'
      : `derived: cross via ${via}`;

interface FoundProps {
  readonly rate: EffectiveRate;
  readonly amount: string | null;
  readonly converted: string | null;
  readonly minorUnits: (currency: string) => number;
}

function Found({ rate, amount, converted, minorUnits }: FoundProps) {
  const { base_currency: base, quote_currency: quote } = rate;
  const show = (text: string, code: string): string => showAmountE8(parseBalanceE8(text), minorUnits(code));
  return (
    <section aria-label="Rate found" className={classes['found']}>
      <Group justify="space-between" gap="xs">
        <Text className="numbers" fw={600} size="lg" data-amount>
          {amount === null || converted === null ? null : `${show(amount, base)} ${base} = ${show(converted, quote)} ${quote}`}
        </Text>
        <Badge color={rate.derived === 'none' ? 'teal' : 'orange'}>{wordOf(rate)}</Badge>
      </Group>
      <Text size="sm" className="numbers">
        1 {base} = {showRate(rate.rate)} {quote}
      </Text>
      {rate.legs.length === 0 ? null : (
        <Text size="sm" c="dimmed" className="numbers">
          1 {quote} = {showRate(rate.inverse)} {base}
          {rate.derived === 'inverse' ? '' : ' (derived)'}
        </Text>
      )}
      {rate.legs.length === 0 ? null : (
        <ul aria-label="Rates it comes from" className={classes['legs']}>
          {rate.legs.map((leg) => (
            <li key={`${leg.base_currency}${leg.quote_currency}`}>
              <div className={classes['leg']}>
                <strong>
                  {leg.base_currency}/{leg.quote_currency}
                </strong>
                <span className="numbers">{showRate(leg.rate)}</span>
                <Badge color="gray">{wordOfRateSource(leg.source)}</Badge>
                {leg.inverted ? <Badge color="orange">inverted</Badge> : null}
              </div>
              <Text size="xs" c="dimmed" component="div">
                Effective <Timestamp at={leg.asof} />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
