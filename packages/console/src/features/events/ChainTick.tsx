import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAnchor, IconLink, IconLinkOff, IconPointFilled } from '@tabler/icons-react';
import type { Link } from './chain.ts';

const ICON_SIZE = 15;

const looks = {
  first: { icon: IconAnchor, color: 'teal', says: () => 'The first event of the chain' },
  linked: { icon: IconLink, color: 'teal', says: (seq: number) => `Linked to event ${seq - 1}` },
  broken: { icon: IconLinkOff, color: 'red', says: (seq: number) => `Broken: the hash of event ${seq - 1} is another one` },
  unseen: { icon: IconPointFilled, color: 'gray', says: (seq: number) => `Event ${seq - 1} is not on this page` },
} as const;

/** One tick of the chain; a press goes to the event before. */
export function ChainTick({ link, seq, onPrevious }: { readonly link: Link; readonly seq: number; readonly onPrevious: () => void }) {
  const { icon: Icon, color, says } = looks[link];
  const label = says(seq);
  if (link === 'first') return <Icon size={ICON_SIZE} aria-label={label} role="img" color="var(--good)" />;
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" color={color} aria-label={`${label}. Go to it`} onClick={onPrevious}>
        <Icon size={ICON_SIZE} />
      </ActionIcon>
    </Tooltip>
  );
}
