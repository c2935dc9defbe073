import { IconLock } from '@tabler/icons-react';
import { paths } from '../../lib/screen/paths.ts';
import { TextLink } from '../value/TextLink.tsx';

const ICON_SIZE = 13;

interface AccountLinkProps {
  readonly id: string;
  readonly code: string;
  readonly closed: boolean;
}

/** An account by its code, which leads to it. An open one says nothing more; a closed one has a lock. */
export function AccountLink({ id, code, closed }: AccountLinkProps) {
  return (
    <>
      <TextLink to={paths.account} params={{ accountId: id }}>
        <strong title={code}>{code}</strong>
      </TextLink>
      {closed ? (
        <>
          {' '}
          <IconLock size={ICON_SIZE} role="img" aria-label="Closed" className="dimmed" style={{ verticalAlign: -2 }} />
        </>
      ) : null}
    </>
  );
}
