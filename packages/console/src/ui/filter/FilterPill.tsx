import { CloseButton, Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './FilterPill.module.css';

interface FilterPillProps {
  readonly name: string;
  /** What it is set to, in words; null: it leaves nothing out. */
  readonly said: ReactNode;
  readonly onClear: () => void;
  readonly width?: number;
  /** Its fields. `close`: a choice was made that needs no other. */
  readonly children: (close: () => void) => ReactNode;
}

/** A filter of a list: dashed while it is open, filled once it is set; the cross takes it back. */
export function FilterPill({ name, said, onClear, width = 250, children }: FilterPillProps) {
  const [opened, setOpened] = useState(false);
  const set = said !== null;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={width} trapFocus withinPortal>
      <span className={`${classes['pill']} ${set ? classes['set'] : ''}`}>
        <Popover.Target>
          <UnstyledButton className={classes['name'] ?? ''} onClick={() => setOpened(!opened)}>
            {name}
            {set ? <strong>{said}</strong> : <IconChevronDown size={13} aria-hidden />}
          </UnstyledButton>
        </Popover.Target>
        {set ? <CloseButton size={22} iconSize={13} aria-label={`Clear ${name.toLowerCase()}`} onClick={onClear} /> : null}
      </span>
      <Popover.Dropdown aria-label={name}>{children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}
