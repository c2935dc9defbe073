import { type PeriodWork, periods } from '@countinghouse/contract/features/periods';
import { paths } from '../../../lib/screen/paths.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';

/** Of a locked period: the button that asks to open it again, and where it waits once it was asked for. */
export function ReopenAct({ work, onReopen }: { readonly work: PeriodWork | undefined; readonly onReopen: () => void }) {
  const asked = work?.pending_approvals.find((p) => p.intent_id === null);
  const role = useWritePermission(periods.reopen);
  const permission = asked === undefined ? role : { allowed: false, reason: 'It was asked for already, and waits for another owner.' };
  return (
    <>
      <GuardedButton variant="default" permission={permission} onClick={onReopen}>
        Ask to re-open
      </GuardedButton>
      {asked === undefined ? null : (
        <TextLink to={paths.approval} params={{ approvalId: asked.id }}>
          Waits for approval
        </TextLink>
      )}
    </>
  );
}
