import { intents } from '@countinghouse/contract/features/intents';
import { IconCopyPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';

/** Fills the form with the rows of an intent, under a key of their own. */
export function DuplicateAct({ intentId }: { readonly intentId: string }) {
  const permission = useWritePermission(intents.execute);
  const navigate = useNavigate();
  return (
    <GuardedButton
      variant="default"
      permission={permission}
      leftSection={<IconCopyPlus size={14} />}
      onClick={() => void navigate({ to: paths.postIntent, search: { like: intentId } })}
    >
      Duplicate as new
    </GuardedButton>
  );
}
