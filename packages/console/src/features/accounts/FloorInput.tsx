import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface FloorInputProps {
  readonly currency: string;
  readonly value: string;
  readonly error?: ReactNode;
  readonly onChange: (text: string) => void;
}

/** A floor in major units on the account's normal side; empty: none. */
export function FloorInput({ currency, value, error, onChange }: FloorInputProps) {
  return (
    <TextInput
      label="Floor"
      description="What its available balance may not fall below, on its normal side. 0: it may not be overdrawn. −5,000: a credit limit of 5,000. Empty: no floor."
      placeholder="No floor"
      data-amount
      inputMode="decimal"
      autoComplete="off"
      rightSectionWidth={52}
      rightSection={<span className="dimmed">{currency}</span>}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
