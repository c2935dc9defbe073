// Keys wrapped by AWS KMS: the master key never leaves it. Region, credentials and endpoint come from where the AWS SDK looks for
// them (AWS_REGION, AWS_ENDPOINT_URL_KMS, roles of the machine, …). The library is loaded with the first call.

import type { KMSClient } from '@aws-sdk/client-kms';
import { KeyUnavailable, type Kms } from './kms.ts';

export const AWS_FORMAT = 'aws1';

/** What binds ciphertext to its use: AWS refuses to decrypt under another. */
const boundTo = (context: string): { readonly context: string } => ({ context });

const toText = (blob: Uint8Array | undefined): string => {
  if (blob === undefined) throw new KeyUnavailable('AWS KMS answered without ciphertext');
  return `${AWS_FORMAT}.${Buffer.from(blob).toString('base64url')}`;
};

function fromText(wrapped: string): Uint8Array {
  const [format, body] = wrapped.split('.');
  if (format !== AWS_FORMAT || body === undefined) throw new KeyUnavailable('not a key that AWS KMS wrapped');
  return Buffer.from(body, 'base64url');
}

/** `keyId`: id, ARN or alias of a symmetric key. */
export function awsKms(keyId: string): Kms {
  let opened: Promise<{ readonly client: KMSClient; readonly sdk: typeof import('@aws-sdk/client-kms') }> | null = null;
  const open = () => {
    opened ??= import('@aws-sdk/client-kms').then((sdk) => ({ sdk, client: new sdk.KMSClient({}) }));
    return opened;
  };
  /** What AWS says is not for whoever asked; its name is for whoever runs the server. */
  const told = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof KeyUnavailable) throw error;
      throw new KeyUnavailable(`AWS KMS: ${error instanceof Error ? error.name : 'unknown'}`, { cause: error });
    });
  return {
    wrap: (secret, context) =>
      told(
        open().then(async ({ client, sdk }) => {
          const answer = await client.send(
            new sdk.EncryptCommand({ KeyId: keyId, Plaintext: secret, EncryptionContext: boundTo(context) }),
          );
          return toText(answer.CiphertextBlob);
        }),
      ),
    unwrap: (wrapped, context) =>
      told(
        open().then(async ({ client, sdk }) => {
          const answer = await client.send(
            new sdk.DecryptCommand({ CiphertextBlob: fromText(wrapped), EncryptionContext: boundTo(context) }),
          );
          if (answer.Plaintext === undefined) throw new KeyUnavailable('AWS KMS answered without the key');
          return Buffer.from(answer.Plaintext);
        }),
      ),
    rotate: (wrapped, context) =>
      told(
        open().then(async ({ client, sdk }) => {
          const answer = await client.send(
            new sdk.ReEncryptCommand({
              CiphertextBlob: fromText(wrapped),
              SourceEncryptionContext: boundTo(context),
              DestinationKeyId: keyId,
              DestinationEncryptionContext: boundTo(context),
            }),
          );
          return toText(answer.CiphertextBlob);
        }),
      ),
  };
}
