import { COMMENT_LENGTH_MAX } from '@countinghouse/contract/features/comments';
import { Combobox, Text, Textarea, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { labelsOf, type Mentionable, offered, typedAt } from './mentions.ts';

const OFFERED_MAX = 8;

interface MentionInputProps {
  readonly label: string;
  readonly people: readonly Mentionable[];
  readonly value: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (typed: string) => void;
  /** Ctrl or Cmd with Enter. */
  readonly onSend: () => void;
}

/** A text in which `@` offers the members of the organisation. */
export function MentionInput({ label, people, value, error, disabled = false, onChange, onSend }: MentionInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const at = typedAt(value, caret);
  const found = at === null ? [] : offered(people, at.words, OFFERED_MAX);
  const labels = labelsOf(people);

  const look = (typed: string, position: number): void => {
    setCaret(position);
    const typing = typedAt(typed, position);
    if (typing === null || offered(people, typing.words, 1).length === 0) combobox.closeDropdown();
    else {
      combobox.openDropdown();
      combobox.updateSelectedOptionIndex();
    }
  };
  const pick = (userId: string): void => {
    if (at === null) return;
    const words = `@${labels.get(userId) ?? ''} `;
    const position = at.start + words.length;
    onChange(value.slice(0, at.start) + words + value.slice(caret));
    setCaret(position);
    combobox.closeDropdown();
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(position, position);
    });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} position="bottom-start" width={280}>
      <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened && found.length > 0}>
        <Textarea
          ref={input}
          label={label}
          description="Type @ to mention somebody: they get a mail."
          autosize
          minRows={2}
          maxRows={12}
          maxLength={COMMENT_LENGTH_MAX}
          value={value}
          error={error}
          disabled={disabled}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            look(event.currentTarget.value, event.currentTarget.selectionStart);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={press}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label="Members">
          {found.map((person, i) => (
            <Combobox.Option key={person.id} value={person.id} selected={i === 0}>
              {person.name === '' ? null : <strong>{person.name} </strong>}
              <Text span size="xs" c="dimmed">
                {person.email}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
