import { download } from '../../lib/values/csv.ts';
import { SecretOnce } from '../../ui/form/SecretOnce.tsx';

interface PrivateKeyOnceProps {
  readonly made: { readonly kid: string; readonly jwk: Readonly<Record<string, string>> } | null;
  readonly onClose: () => void;
}

const FILE_NAME_SHOWN = 8;

/** The private part of a key that was just generated. */
export function PrivateKeyOnce({ made, onClose }: PrivateKeyOnceProps) {
  const text = made === null ? '' : JSON.stringify(made.jwk, null, 2);
  return (
    <SecretOnce
      opened={made !== null}
      title="Private key, shown once"
      what="Private key"
      secret={text}
      warning="Nobody can show it again: the server has forgotten it already. Anyone who has it can sign intents in your name, so keep it where only you, or your program, can read it."
      onDownload={() =>
        download(`countinghouse-key-${made?.kid.slice(0, FILE_NAME_SHOWN) ?? ''}.jwk.json`, 'application/json', `${text}\n`)
      }
      onClose={onClose}
    />
  );
}
