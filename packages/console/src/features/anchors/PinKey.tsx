import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { pin, readPinned, thumbprintOf } from '../../lib/signing/trusted-keys.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { Hash } from '../../ui/value/Hash.tsx';

/** Which chain key this browser trusts for an organisation: one that the reader has from elsewhere. */
export function PinKey({ tenantId, onChange }: { readonly tenantId: string; readonly onChange: () => void }) {
  const [pinned, setPinned] = useState(() => readPinned(tenantId));
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const choose = (thumbprint: string | null): void => {
    pin(tenantId, thumbprint);
    setPinned(thumbprint);
    setText('');
    onChange();
  };
  return (
    <Panel title="Pinned key">
      {pinned === null ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void thumbprintOf(text).then((thumbprint) => (thumbprint === null ? setWrong(true) : choose(thumbprint)));
          }}
        >
          <Stack gap="sm" align="flex-start">
            <Textarea
              label="Chain key that you know"
              description="Its thumbprint or JWK, handed to you by the organisation and not by this page. It stays in this browser."
              value={text}
              error={isWrong ? 'Give the thumbprint or the JWK of an Ed25519 key.' : null}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setWrong(false);
              }}
              autosize
              w="100%"
            />
            <Button type="submit" variant="default" disabled={text.trim() === ''}>
              Pin
            </Button>
          </Stack>
        </form>
      ) : (
        <Group justify="space-between">
          <Text size="sm" component="div">
            Proofs are held against <Hash value={pinned} what="thumbprint" />
          </Text>
          <Button variant="default" onClick={() => choose(null)}>
            Unpin
          </Button>
        </Group>
      )}
    </Panel>
  );
}
