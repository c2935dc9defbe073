import { CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { type KeyboardEvent, useState } from 'react';
import { showDay, today } from '../../../lib/values/time.ts';
import { isWholeDay, type ReadDay, readDay } from './read-day.ts';

interface DayFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection'> {
  /** `2026-03-05`; empty or undefined: none. */
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  /** It may be left open: what the button that empties it is called. */
  readonly clearLabel?: string;
  /** The last day that may be chosen. */
  readonly latest?: string;
  /** The calendar stays within the popover that the field is in. */
  readonly inPopover?: boolean;
}

/**
 * A day, typed as people write it or picked from a calendar, and shown in one form. What is no day stays in sight with the reason once
 * the field is left, and the field holds none meanwhile: nothing goes out that is not read there.
 */
export function DayField({ value = '', onChange, clearLabel, latest, inPopover = false, error, ...field }: DayFieldProps) {
  const [opened, setOpened] = useState(false);
  /** What was typed since a day stood there; null: the value stands there. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== '') setTyped(null);
  }
  const now = today(new Date());
  const read = typed === null || typed.trim() === '' ? null : within(readDay(typed, now), latest);

  const take = (day: string): void => {
    setTyped(null);
    if (day !== value) onChange(day === '' ? undefined : day);
  };
  const type = (text: string): void => {
    const next = isWholeDay(text) ? within(readDay(text, now), latest).day : undefined;
    setIsLeft(false);
    setOpened(true);
    if (next !== undefined) take(next);
    else if (text === '' && clearLabel !== undefined) take('');
    else setTyped(text);
  };
  /** Whether what was typed is a day, or nothing. */
  const settle = (): boolean => {
    setOpened(false);
    if (typed === null) return true;
    if (read?.why === undefined) {
      take(read?.day ?? '');
      return true;
    }
    setIsLeft(true);
    if (value !== '') onChange(undefined);
    return false;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') setOpened(false);
    if (event.key === 'Enter' && !settle()) event.preventDefault();
    field.onKeyDown?.(event);
  };
  return (
    <Popover
      opened={opened && field.disabled !== true}
      onChange={setOpened}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
      withinPortal={!inPopover}
    >
      <Popover.Target>
        <TextInput
          {...field}
          autoComplete="off"
          error={isLeft && read?.why !== undefined ? read.why : error}
          value={typed ?? (value === '' ? '' : showDay(value, ''))}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => setOpened(true)}
          onClick={() => setOpened(true)}
          onBlur={settle}
          onKeyDown={onKeyDown}
          rightSection={
            clearLabel === undefined || value === '' || field.disabled === true ? undefined : (
              <CloseButton size="xs" aria-label={clearLabel} onClick={() => take('')} />
            )
          }
        />
      </Popover.Target>
      {/* A press on the calendar leaves the focus in the field. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <DatePicker
          key={value}
          size="xs"
          // None in red: that is the colour of what is wrong.
          weekendDays={[]}
          defaultDate={value === '' ? now : value}
          value={value === '' ? null : value}
          {...(latest === undefined ? {} : { maxDate: latest })}
          onChange={(day) => {
            setOpened(false);
            if (day !== null) take(day);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const within = (read: ReadDay, latest: string | undefined): ReadDay =>
  read.day !== undefined && latest !== undefined && read.day > latest ? { why: `The last day is ${showDay(latest, '')}.` } : read;
