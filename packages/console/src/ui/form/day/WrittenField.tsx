import { CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

/** What was read of a text; or why it says nothing, as a sentence. */
export type Read = { readonly value: string; readonly why?: never } | { readonly why: string; readonly value?: never };

export interface WrittenFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection' | 'children'> {
  /** It may be left open: what the button that empties it is called. */
  readonly clearLabel?: string;
  /** The calendar stays within the popover that the field is in. */
  readonly inPopover?: boolean;
}

interface Props extends WrittenFieldProps {
  /** Empty: none. */
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
  /** The value as people read it. */
  readonly show: (value: string) => string;
  readonly read: (typed: string) => Read;
  /** Whether what is typed is a value that nothing more belongs to: it is taken at once. */
  readonly isWhole?: (typed: string) => boolean;
  /** What it is picked from. */
  readonly children: (take: (value: string) => void) => ReactNode;
}

/**
 * A value that is typed as people write it or picked, and shown in one form. What is none stays in sight with the reason once the field
 * is left, and the field holds none meanwhile: nothing goes out that is not read there.
 */
export function WrittenField({ value, onChange, show, read, isWhole, children, clearLabel, inPopover = false, error, ...field }: Props) {
  const [opened, setOpened] = useState(false);
  /** What was typed since a value stood there; null: the value stands there. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== '') setTyped(null);
  }
  const found = typed === null || typed.trim() === '' ? null : read(typed);

  const fault = isLeft && found?.why !== undefined ? found.why : error;
  const take = (next: string): void => {
    setTyped(null);
    if (next !== value) onChange(next === '' ? undefined : next);
  };
  const type = (text: string): void => {
    const next = isWhole?.(text) === true ? read(text).value : undefined;
    setIsLeft(false);
    setOpened(true);
    if (next !== undefined) take(next);
    else if (text === '' && clearLabel !== undefined) take('');
    else setTyped(text);
  };
  /** Whether what was typed is a value, or nothing. */
  const settle = (): boolean => {
    setOpened(false);
    if (typed === null) return true;
    if (found?.why === undefined) {
      take(found?.value ?? '');
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
          error={fault}
          value={typed ?? (value === '' ? '' : show(value))}
          onChange={(event) => type(event.currentTarget.value)}
          // What is wrong with it stands where the calendar would: who comes to mend it reads that first.
          onFocus={() => setOpened(fault === undefined || fault === null || fault === false)}
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
        {children((next) => {
          setOpened(false);
          take(next);
        })}
      </Popover.Dropdown>
    </Popover>
  );
}
