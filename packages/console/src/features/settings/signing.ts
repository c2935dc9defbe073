// The form of the signing mode: what it starts from, and what of it has to be sent.

import type { Settings, SigningChange } from '@countinghouse/contract/features/settings';

export interface SigningValues {
  signing_mode: 'DEV' | 'STANDARD' | 'EXTERNAL_JWKS';
  enforce_signed_intents: boolean;
  jwks_url: string;
}

export const modes = [
  {
    value: 'STANDARD',
    label: 'STANDARD',
    description: 'No signature is needed. One that is given is still verified, with the keys registered here.',
  },
  { value: 'DEV', label: 'DEV', description: 'People sign with the keys that they registered here, each with their own.' },
  {
    value: 'EXTERNAL_JWKS',
    label: 'EXTERNAL_JWKS',
    description: 'People sign with keys that your organisation publishes; keys registered here do not count.',
  },
] as const;

export const signingValuesOf = ({ settings }: Settings): SigningValues => ({
  signing_mode: settings.signing_mode,
  enforce_signed_intents: settings.enforce_signed_intents,
  jwks_url: settings.jwks_url ?? '',
});

/** The fields that differ from what is known; the address is null when empty. */
export function changeOfSigning(values: SigningValues, current: Settings): SigningChange {
  const before = signingValuesOf(current);
  const url = values.jwks_url.trim();
  return {
    ...(values.signing_mode === before.signing_mode ? {} : { signing_mode: values.signing_mode }),
    ...(values.enforce_signed_intents === before.enforce_signed_intents ? {} : { enforce_signed_intents: values.enforce_signed_intents }),
    ...(url === before.jwks_url ? {} : { jwks_url: url === '' ? null : url }),
  };
}
