import { Text, Tooltip } from '@mantine/core';
import { type Icon, IconChevronRight, IconLock } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Permission } from '../../lib/session/use-tenant.ts';
import classes from './LinkTile.module.css';

const ICON_SIZE = 18;
const allowed: Permission = { allowed: true, reason: '' };

interface LinkTileProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly permission?: Permission;
}

/** A way to another screen, with what is found there. Where it may not be taken it says why. */
export function LinkTile({ icon: TileIcon, title, children, to, permission = allowed }: LinkTileProps) {
  const content = (
    <>
      <TileIcon size={ICON_SIZE} stroke={1.6} aria-hidden className={classes['icon']} />
      <span className={classes['words']}>
        <Text component="span" size="sm" fw={600} display="block">
          {title}
        </Text>
        <Text component="span" size="xs" c="dimmed" display="block">
          {permission.allowed ? children : permission.reason}
        </Text>
      </span>
      {permission.allowed ? (
        <IconChevronRight size={14} aria-hidden className="dimmed" />
      ) : (
        <IconLock size={14} aria-hidden className="dimmed" />
      )}
    </>
  );
  if (permission.allowed)
    return (
      <Link to={to} className={classes['tile']}>
        {content}
      </Link>
    );
  return (
    <Tooltip label={permission.reason}>
      {/* biome-ignore lint/a11y/useSemanticElements: a link that cannot be taken has no element of its own */}
      <span role="link" aria-disabled="true" tabIndex={0} className={`${classes['tile']} ${classes['barred']}`}>
        {content}
      </span>
    </Tooltip>
  );
}
