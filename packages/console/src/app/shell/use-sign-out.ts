import { auth } from '@countinghouse/contract/features/auth';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { forgetSession } from '../../lib/session/session.ts';

/** Ends the session. What was seen, and drafts and receipts that this tab keeps, are forgotten once the screens that show them are gone. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const { mutate } = useWrite(auth.signOut, {
    input: () => ({ body: {} }),
    done: async () => {
      await navigate({ to: paths.signIn });
      forgetSession();
      sessionStorage.clear();
    },
  });
  return () => mutate();
}
