import type { FedAccount } from '@countinghouse/contract/recon-shapes';
import { Select, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { CountPill } from '../../../ui/value/CountPill.tsx';
import { count } from '../use-acts.ts';
import classes from './AccountChips.module.css';

/** With more of them, those with the most open rows; the others are found by name. */
const CHIPS_MAX = 6;

interface AccountChipsProps {
  readonly fed: readonly FedAccount[];
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** The accounts that banks tell about, each with how much of it is open; and the one that somebody came with, also where no bank tells about it. */
export function AccountChips({ fed, value, onChange }: AccountChipsProps) {
  const most = new Set(
    fed
      .toSorted((a, b) => b.unmatched - a.unmatched)
      .slice(0, CHIPS_MAX)
      .map((a) => a.id),
  );
  const shown = fed.filter((a) => most.has(a.id) || a.id === value);
  const others = fed.filter((a) => !shown.includes(a));
  const isElsewhere = value !== undefined && fed.every((a) => a.id !== value);
  const [elsewhere] = useAccountsNamed(isElsewhere ? [value] : []);
  return (
    <fieldset className={classes['chips']}>
      <VisuallyHidden component="legend">Accounts that banks tell about</VisuallyHidden>
      {shown.map(({ id, code, unmatched }) => (
        <UnstyledButton key={id} className={classes['chip'] ?? ''} aria-pressed={id === value} onClick={() => onChange(id)}>
          {code}
          {unmatched === 0 ? (
            <IconCheck size={14} className={classes['done'] ?? ''} role="img" aria-label="nothing open" />
          ) : (
            <CountPill count={unmatched} tone={id === value ? 'filled' : 'quiet'} title={`${count(unmatched, 'row')} open`} />
          )}
        </UnstyledButton>
      ))}
      {elsewhere === undefined ? null : (
        <UnstyledButton className={classes['chip'] ?? ''} aria-pressed onClick={() => onChange(undefined)}>
          {elsewhere.code} <span className="dimmed">no bank feed</span>
        </UnstyledButton>
      )}
      {others.length === 0 ? null : (
        <Select
          aria-label="More accounts"
          placeholder={`${others.length} more`}
          w={130}
          searchable
          data={others.map((a) => ({ value: a.id, label: a.unmatched === 0 ? a.code : `${a.code} (${a.unmatched})` }))}
          value={null}
          onChange={(id) => onChange(id ?? undefined)}
        />
      )}
    </fieldset>
  );
}
