import { passkeys } from '@countinghouse/contract/features/passkeys';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { signWithPasskey, whyNoPasskeys } from '../../lib/session/passkey.ts';

interface PasskeyButtonProps {
  readonly onDone: () => Promise<void>;
  /** Told of what failed; null once it is tried again. */
  readonly onFailed: (error: Error | null) => void;
}

/** Signs in with a passkey: no password and no code. Nothing where browser or address know none. */
export function PasskeyButton({ onDone, onFailed }: PasskeyButtonProps) {
  const signIn = useAct(
    async () => {
      onFailed(null);
      const { options } = await call(passkeys.ask, { body: {} });
      return call(passkeys.signIn, { body: { credential: await signWithPasskey(options) } });
    },
    { done: onDone, failed: onFailed, quiet: true },
  );
  if (whyNoPasskeys() !== null) return null;
  return (
    <Button
      variant="default"
      size="sm"
      fullWidth
      leftSection={<IconFingerprint size={16} aria-hidden />}
      loading={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      Sign in with a passkey
    </Button>
  );
}
