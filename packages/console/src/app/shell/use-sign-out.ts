import { auth } from '@countinghouse/contract/features/auth';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../lib/calls/client.ts';
import { paths } from '../../lib/screen/paths.ts';
import { forgetSession } from '../../lib/session/session.ts';

/** Ends the session. What was seen is forgotten once the screens that show it are gone: none of them asks again. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => call(auth.signOut, { body: {} }),
    onSuccess: async () => {
      await navigate({ to: paths.signIn });
      forgetSession();
    },
  });
  return () => mutate();
}
