import { CloseButton, Group, Title } from '@mantine/core';
import { useHotkey } from '@tanstack/react-hotkeys';
import type { ReactNode } from 'react';
import { dialogIsOpen } from '../../lib/screen/shortcuts.ts';
import classes from './SidePanel.module.css';

interface SidePanelProps {
  readonly title: string;
  /** What its head says in place of the title. */
  readonly head?: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The open row of a list. It takes no focus, so that the arrow keys go on moving through the list. Escape closes it. */
export function SidePanel({ title, head, actions, onClose, children }: SidePanelProps) {
  useHotkey(
    'Escape',
    () => {
      if (!dialogIsOpen()) onClose();
    },
    {
      preventDefault: false,
      stopPropagation: false,
      ignoreInputs: true,
      conflictBehavior: 'allow',
      meta: { name: 'Close the panel', group: 'Lists' },
    },
  );
  return (
    <aside className={classes['panel']} aria-label={title}>
      <div className={classes['head']}>
        {head === undefined ? (
          <Title order={2} size="h6" fz="sm">
            {title}
          </Title>
        ) : (
          <div className={classes['said']}>{head}</div>
        )}
        <Group gap={4}>
          {actions}
          <CloseButton size="sm" aria-label="Close panel" onClick={onClose} />
        </Group>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['body']} tabIndex={0} aria-label={`${title}, details`}>
        {children}
      </section>
    </aside>
  );
}
