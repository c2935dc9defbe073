import type { IntentInput } from '@countinghouse/contract/features/intents';
import { Button, CopyButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconCheck, IconCopy, IconDeviceLaptop, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../../../lib/calls/use-write.ts';
import { useActiveTenant } from '../../../lib/session/use-tenant.ts';
import { useBrowserKey } from '../../../lib/signing/use-browser-key.ts';
import { RegisterBrowserKey } from '../../../ui/form/RegisterBrowserKey.tsx';

const SIGNATURE_LENGTH_MAX = 4000;

interface SignatureFieldProps {
  /** The request as it would be sent: what is signed. */
  readonly request: IntentInput;
  readonly value: string;
  readonly error: boolean;
  readonly onChange: (signature: string) => void;
}

const why = {
  loading: '',
  unsupported: 'This browser holds keys only on pages opened over https.',
  none: 'This browser has no key yet.',
  retired: 'The key of this browser is no longer active.',
  ready: '',
} as const;

/** The client's own signature over the intent, where the organisation demands one or somebody wishes to give it. */
export function SignatureField({ request, value, error, onChange }: SignatureFieldProps) {
  const tenant = useActiveTenant();
  const browser = useBrowserKey();
  const [registering, setRegistering] = useState(false);
  const sign = useAct(() => browser.sign(request), {
    done: onChange,
  });
  const mode = tenant?.signingMode ?? 'STANDARD';
  const required = tenant !== null && mode !== 'STANDARD' && tenant.enforceSignedIntents;
  // In this mode keys that are registered here do not count.
  const external = mode === 'EXTERNAL_JWKS';
  const { signature: _signed, ...unsigned } = request;
  return (
    <Stack gap="xs">
      <Textarea
        label="Signature"
        description={
          required
            ? 'This organisation requires one: a detached JWS over the intent. A change of the intent takes it away again.'
            : `Optional in mode ${mode}: a detached JWS over the intent.`
        }
        withAsterisk={required}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={SIGNATURE_LENGTH_MAX}
        spellCheck={false}
        className="mono-input"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs">
        {external || browser.status === 'unsupported' ? null : browser.status === 'ready' ? (
          <Button
            variant="default"
            leftSection={value === '' ? <IconSignature size={14} /> : <IconCheck size={14} />}
            loading={sign.isPending}
            onClick={() => sign.mutate()}
          >
            Sign with this browser’s key
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconDeviceLaptop size={14} />}
            disabled={browser.status === 'loading'}
            onClick={() => setRegistering(true)}
          >
            Register this browser
          </Button>
        )}
        <CopyButton value={JSON.stringify(unsigned, null, 2)}>
          {({ copied, copy }) => (
            <Button variant="subtle" leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />} onClick={copy}>
              {copied ? 'Copied' : 'Copy what is signed'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="xs" c="dimmed">
        {external ? 'Sign it with your organisation’s own key, elsewhere, and paste the signature.' : why[browser.status]}
        {browser.status === 'ready' && !external ? `Key ${browser.known?.label ?? ''}.` : ''}
      </Text>
      <RegisterBrowserKey opened={registering} onClose={() => setRegistering(false)} />
    </Stack>
  );
}
