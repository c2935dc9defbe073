import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { paths } from '../../lib/screen/paths.ts';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './AccountHead.module.css';

/** What an account is, in one line: title, where it belongs, what it is called elsewhere; whether it is closed, and why. */
export function AccountHead({ account }: { readonly account: AccountDetail }) {
  const { title, glCode, glTitle, externalRef, closed, closed_at, closed_reason } = account;
  return (
    <div className={classes['head']}>
      {closed ? <StatusBadge status="closed" /> : null}
      {title === null ? null : <span className={classes['title']}>{title}</span>}
      <TextLink to={paths.glAccounts} search={{ q: glCode }}>
        {glCode} {glTitle}
      </TextLink>
      {externalRef === null ? null : (
        <span>
          {externalRef}
          <CopyButton value={externalRef} what="reference" />
        </span>
      )}
      {closed_at === null ? null : (
        <span>
          Closed <Timestamp at={closed_at} />
          {closed_reason === null ? null : `: ${closed_reason}`}
        </span>
      )}
    </div>
  );
}
