// What the browser does for a passkey: makes one, or signs with one. The device asks its holder for a face, a finger or a PIN meanwhile.
import type { NewCredential, UsedCredential } from '@countinghouse/contract/features/passkeys';

/** No passkey was made or used; says in a sentence why. */
export class NoPasskey extends Error {}

const words: Readonly<Record<string, string>> = {
  // Refused, dismissed or timed out: browsers do not tell which.
  NotAllowedError: 'No passkey was chosen. Try again when your device is ready.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address. Open the console at its own name.',
};

/** An address of digits: passkeys are bound to a name. */
const isNumeric = (hostname: string): boolean => /^(?:[\d.]+|\[.*\])$/.test(hostname);

/** Why this browser cannot make or use passkeys here; null where it can. */
export function whyNoPasskeys(hostname: string = window.location.hostname): string | null {
  if (isNumeric(hostname)) return 'Passkeys need an address with a name, not with numbers alone.';
  // Of an older browser it is missing, whatever the types say.
  const known: Partial<typeof PublicKeyCredential> | undefined = globalThis.PublicKeyCredential;
  return known?.parseRequestOptionsFromJSON === undefined ? 'This browser is too old for passkeys.' : null;
}

async function ask(ceremony: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ceremony();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    throw new NoPasskey((error instanceof DOMException ? words[error.name] : undefined) ?? 'The passkey could not be used.');
  }
  throw new NoPasskey('No passkey was chosen.');
}

/** Makes a passkey for what the server asks. Throws NoPasskey. */
export async function makePasskey(options: object): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return (await ask(() => navigator.credentials.create({ publicKey }))).toJSON() as NewCredential;
}

/** Signs what the server asks with one that the person chooses. Throws NoPasskey. */
export async function signWithPasskey(options: object): Promise<UsedCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return (await ask(() => navigator.credentials.get({ publicKey }))).toJSON() as UsedCredential;
}
