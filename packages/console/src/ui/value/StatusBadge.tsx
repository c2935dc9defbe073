import { Badge } from '@mantine/core';
import classes from './StatusBadge.module.css';
import { type Status, statusOf } from './status.ts';

const ICON_SIZE = 11;
const PLAIN_ICON_SIZE = 14;

/** An icon and a word. `plain`: without a ground, for lists in which nearly every row is good; what is not stands out. */
export function StatusBadge({ status, plain = false }: { readonly status: Status; readonly plain?: boolean }) {
  const { word, color, icon: Icon } = statusOf(status);
  if (plain)
    return (
      <span className={classes['plain']} data-tone={color}>
        <Icon size={PLAIN_ICON_SIZE} stroke={2} aria-hidden />
        <span className={classes['word']}>{word}</span>
      </span>
    );
  return (
    <Badge color={color} leftSection={<Icon size={ICON_SIZE} stroke={2.2} aria-hidden />}>
      <span className={classes['word']}>{word}</span>
    </Badge>
  );
}
