// Which key management: the one that the settings name wraps; what another one wrapped before is still unwrapped, by its format.

import { AWS_FORMAT, awsKms } from './aws-kms.ts';
import { type Kms, LOCAL_FORMAT, openLocalKms } from './kms.ts';

/** `kmsKeyId`: a key of AWS KMS; null: the local master key in the data directory. Throws KeyUnavailable. */
export function openKms(o: { readonly dataDir: string; readonly kmsKeyId: string | null }): Kms {
  const local = openLocalKms(o.dataDir);
  if (o.kmsKeyId === null) return local;
  return preferring(AWS_FORMAT, awsKms(o.kmsKeyId), LOCAL_FORMAT, local);
}

/** Wraps with the first; unwraps with whichever wrapped. Turning to the other is done a key at a time, by `rotate`. */
export function preferring(format: string, first: Kms, otherFormat: string, other: Kms): Kms {
  const isOthers = (wrapped: string): boolean => wrapped.startsWith(`${otherFormat}.`) && otherFormat !== format;
  return {
    wrap: (secret, context) => first.wrap(secret, context),
    unwrap: (wrapped, context) => (isOthers(wrapped) ? other : first).unwrap(wrapped, context),
    rotate: async (wrapped, context) =>
      isOthers(wrapped) ? first.wrap(await other.unwrap(wrapped, context), context) : first.rotate(wrapped, context),
  };
}
