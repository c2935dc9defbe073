import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEventHandler } from 'react';
import type { Permission } from '../../lib/session/use-tenant.ts';

interface GuardedButtonProps extends ButtonProps {
  readonly permission: Permission;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly type?: 'button' | 'submit';
  readonly 'aria-label'?: string;
}

/** A button that, where it may not be used, stays in the tab order and says why. */
export function GuardedButton({ permission, onClick, ...props }: GuardedButtonProps) {
  if (permission.allowed) return <Button {...props} {...(onClick === undefined ? {} : { onClick })} />;
  return (
    <Tooltip label={permission.reason}>
      <Button {...props} type="button" data-disabled aria-disabled="true" onClick={(event) => event.preventDefault()} />
    </Tooltip>
  );
}
