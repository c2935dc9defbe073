import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-console.tsx';
import { DayField } from './DayField.tsx';

interface FormProps {
  readonly start?: string;
  readonly latest?: string;
  readonly onDay: (day: string | undefined) => void;
  readonly onSubmit?: () => void;
}

function Form({ start, latest, onDay, onSubmit }: FormProps) {
  const [day, setDay] = useState(start);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <DayField
        label="Value date"
        clearLabel="No value date"
        value={day}
        {...(latest === undefined ? {} : { latest })}
        onChange={(next) => {
          onDay(next);
          setDay(next);
        }}
      />
    </form>
  );
}

const field = () => screen.findByRole('textbox', { name: 'Value date' }) as Promise<HTMLInputElement>;

test('a day is taken as it is written and shown in one form', async () => {
  const onDay = vi.fn();
  draw(<Form onDay={onDay} />);
  const input = await field();
  await userEvent.type(input, '5.3.2026');
  expect(onDay).toHaveBeenCalledExactlyOnceWith('2026-03-05');
  expect(input.value).toBe('5 Mar 2026');
  await userEvent.clear(input);
  expect(onDay).toHaveBeenLastCalledWith(undefined);
  await userEvent.type(input, '7.4.26{Tab}');
  expect(onDay).toHaveBeenLastCalledWith('2026-04-07');
  expect(input.value).toBe('7 Apr 2026');
  await userEvent.click(screen.getByRole('button', { name: 'No value date' }));
  expect([onDay.mock.lastCall, input.value]).toEqual([[undefined], '']);
});

test('what can be read in two ways stays in sight with the reason, and the field holds no day', async () => {
  const onDay = vi.fn();
  draw(<Form start="2026-11-28" onDay={onDay} />);
  const input = await field();
  expect(input.value).toBe('28 Nov 2026');
  fireEvent.change(input, { target: { value: '03/04/2026' } });
  expect(screen.queryByText(/can be/)).toBeNull();
  fireEvent.blur(input);
  expect(screen.getByText('“03/04/2026” can be 3 Apr 2026 or 4 Mar 2026: write one of these.')).toBeTruthy();
  expect(input.value).toBe('03/04/2026');
  expect(onDay).toHaveBeenCalledExactlyOnceWith(undefined);
});

test('a form is not sent with what is no day, and is with what Enter reads', async () => {
  const [onDay, onSubmit] = [vi.fn(), vi.fn()];
  draw(<Form latest="2026-12-31" onDay={onDay} onSubmit={onSubmit} />);
  const input = await field();
  await userEvent.type(input, '1 Jan 2027{Enter}');
  expect(screen.getByText('The last day is 31 Dec 2026.')).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.clear(input);
  await userEvent.type(input, '5 Mar 26{Enter}');
  expect(onDay).toHaveBeenLastCalledWith('2026-03-05');
  expect(input.value).toBe('5 Mar 2026');
});

test('who is led to a field with a fault reads it first; the calendar comes when it is asked for', async () => {
  draw(<DayField label="Value date" value="" error="Choose a date" onChange={() => undefined} />);
  const input = await field();
  fireEvent.focus(input);
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(input);
  expect(await screen.findByRole('table')).toBeTruthy();
});
