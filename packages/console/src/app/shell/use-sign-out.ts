import { auth } from '@countinghouse/contract/features/auth';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { forgetSession } from '../../lib/session/session.ts';

/** Ends the session. What was seen is forgotten once the screens that show it are gone: none of them asks again. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const { mutate } = useWrite(auth.signOut, {
    input: () => ({ body: {} }),
    done: async () => {
      await navigate({ to: paths.signIn });
      forgetSession();
    },
  });
  return () => mutate();
}
