import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-console.tsx';
import { InstantField } from './InstantField.tsx';

function Until({ start = null, onInstant }: { readonly start?: string | null; readonly onInstant: (instant: string | null) => void }) {
  const [instant, setInstant] = useState(start);
  return (
    <InstantField
      label="Until"
      clearLabel="Until now"
      dayMeans="end"
      value={instant}
      onChange={(next) => {
        onInstant(next);
        setInstant(next);
      }}
    />
  );
}

const field = () => screen.findByRole('textbox', { name: 'Until' }) as Promise<HTMLInputElement>;
const local = (...parts: [number, number, number, number, number, number]): string => new Date(...parts).toISOString().replace('.000', '');

test('an instant is taken once the field is left or Enter is pressed, and shown in one form', async () => {
  const onInstant = vi.fn();
  draw(<Until onInstant={onInstant} />);
  const input = await field();
  await userEvent.type(input, '5.3.2026 9:05');
  expect(onInstant).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onInstant).toHaveBeenLastCalledWith(local(2026, 2, 5, 9, 5, 0));
  expect(input.value).toBe('5 Mar 2026 09:05');
  await userEvent.clear(input);
  expect(onInstant).toHaveBeenLastCalledWith(null);
  await userEvent.type(input, '6 Mar 2026{Enter}');
  expect(onInstant).toHaveBeenLastCalledWith(local(2026, 2, 6, 23, 59, 59));
  expect(input.value).toBe('6 Mar 2026 23:59:59');
  await userEvent.click(screen.getByRole('button', { name: 'Until now' }));
  expect([onInstant.mock.lastCall, input.value]).toEqual([[null], '']);
});

test('a day that is picked keeps the time that stands there', async () => {
  const onInstant = vi.fn();
  draw(<Until start={local(2026, 2, 5, 9, 5, 0)} onInstant={onInstant} />);
  await userEvent.click(await field());
  await userEvent.click(await screen.findByRole('button', { name: '20 March 2026' }));
  expect(onInstant).toHaveBeenLastCalledWith(local(2026, 2, 20, 9, 5, 0));
});

test('what is no time stays in sight with the reason, and the field holds none', async () => {
  const onInstant = vi.fn();
  draw(<Until start={local(2026, 2, 5, 9, 5, 0)} onInstant={onInstant} />);
  const input = await field();
  fireEvent.change(input, { target: { value: '5 Mar 2026 25:00' } });
  fireEvent.blur(input);
  expect(screen.getByText('“25:00” is no time. Write it as 14:30 or 2:30 pm.')).toBeTruthy();
  expect([input.value, onInstant.mock.lastCall]).toEqual(['5 Mar 2026 25:00', [null]]);
});
