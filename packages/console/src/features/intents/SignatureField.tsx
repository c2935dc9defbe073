import { Textarea } from '@mantine/core';
import { useActiveTenant } from '../../lib/use-tenant.ts';

const SIGNATURE_LENGTH_MAX = 4000;

interface SignatureFieldProps {
  readonly value: string;
  readonly error: boolean;
  readonly onChange: (signature: string) => void;
}

/** The client's own signature over the intent, where the organisation demands one or somebody wishes to give it. */
export function SignatureField({ value, error, onChange }: SignatureFieldProps) {
  const tenant = useActiveTenant();
  const signed = tenant !== null && tenant.signingMode !== 'STANDARD' && tenant.enforceSignedIntents;
  return (
    <Textarea
      label="Signature"
      description={
        signed
          ? 'This organisation requires one: a detached JWS over the intent.'
          : `Optional in mode ${tenant?.signingMode ?? 'STANDARD'}: a detached JWS over the intent.`
      }
      withAsterisk={signed}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={SIGNATURE_LENGTH_MAX}
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
