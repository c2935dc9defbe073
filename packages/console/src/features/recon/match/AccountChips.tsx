import type { FedAccount } from '@countinghouse/contract/recon-shapes';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { AccountFilter } from '../rows/AccountFilter.tsx';
import { count } from '../use-acts.ts';
import classes from './Match.module.css';

/** With more of them, those with the most open rows; the others are found by name. */
const CHIPS_MAX = 6;

interface AccountChipsProps {
  readonly fed: readonly FedAccount[];
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** The accounts that banks tell about, each with how much of it is open. */
export function AccountChips({ fed, value, onChange }: AccountChipsProps) {
  const most = new Set(
    fed
      .toSorted((a, b) => b.unmatched - a.unmatched)
      .slice(0, CHIPS_MAX)
      .map((a) => a.id),
  );
  const shown = fed.filter((a) => most.has(a.id) || a.id === value);
  const isElsewhere = value !== undefined && shown.every((a) => a.id !== value);
  return (
    <fieldset className={classes['chips']}>
      <VisuallyHidden component="legend">Accounts that banks tell about</VisuallyHidden>
      {shown.map(({ id, code, unmatched }) => (
        <UnstyledButton key={id} className={classes['chip'] ?? ''} aria-pressed={id === value} onClick={() => onChange(id)}>
          {code}
          {unmatched === 0 ? (
            <IconCheck size={14} className={classes['done'] ?? ''} role="img" aria-label="nothing open" />
          ) : (
            <span className={classes['open']} title={`${count(unmatched, 'row')} open`}>
              {unmatched.toLocaleString('en-GB')}
            </span>
          )}
        </UnstyledButton>
      ))}
      <AccountFilter value={isElsewhere ? value : undefined} placeholder="Another account" width={150} onChange={onChange} />
    </fieldset>
  );
}
