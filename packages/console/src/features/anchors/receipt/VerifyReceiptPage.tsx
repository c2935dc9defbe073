import { looksLikeCose } from '@countinghouse/verifier/cose-receipt';
import { Anchor, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import { OutsidePage } from '../../../ui/page/OutsidePage.tsx';
import { type CheckedReceipt, checkReceipt, NotUnderstood, RECEIPT_BYTES_MAX, readTrust } from './check.ts';
import { ReceiptVerdict } from './ReceiptVerdict.tsx';

type Outcome = { readonly checked: CheckedReceipt } | { readonly misunderstood: NotUnderstood };

/** Checks a receipt that somebody was handed. Nothing leaves the browser, and nobody signs in. */
export function VerifyReceiptPage() {
  const [bytes, setBytes] = useState(new Uint8Array());
  const [text, setText] = useState('');
  const [name, setName] = useState<string | null>(null);
  const [key, setKey] = useState('');
  const [policy, setPolicy] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);

  const take = async (file: File | null): Promise<void> => {
    setOutcome(null);
    setTooLarge(file !== null && file.size > RECEIPT_BYTES_MAX);
    if (file === null || file.size > RECEIPT_BYTES_MAX) return;
    const content = new Uint8Array(await file.arrayBuffer());
    setName(file.name);
    setBytes(content);
    // A COSE receipt is no text that could be shown.
    setText(looksLikeCose(content) ? '' : new TextDecoder().decode(content));
  };
  const takePolicy = async (file: File | null): Promise<void> => {
    setOutcome(null);
    if (file !== null && file.size <= RECEIPT_BYTES_MAX) setPolicy(await file.text());
  };
  const check = async (): Promise<void> => {
    try {
      setOutcome({ checked: await checkReceipt(bytes, readTrust(key, policy)) });
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      setOutcome({ misunderstood: error });
    }
  };
  const faultOf = (field: NotUnderstood['field']): string | null =>
    outcome !== null && 'misunderstood' in outcome && outcome.misunderstood.field === field ? outcome.misunderstood.message : null;

  return (
    <OutsidePage
      title="Check a receipt"
      lead="A receipt proves what was posted, by itself. It is checked in this browser: nothing is sent anywhere, and nobody is asked."
      wide
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <Stack gap="sm">
          <Textarea
            label="Receipt"
            description="Choose the file (.tlog-proof or .cose), or paste the text of a .tlog-proof."
            value={text}
            error={isTooLarge ? 'This file is too large to be a receipt.' : null}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setBytes(new TextEncoder().encode(event.currentTarget.value));
              setName(null);
              setOutcome(null);
            }}
            autosize
            minRows={4}
            maxRows={8}
            spellCheck={false}
            classNames={{ input: 'mono' }}
          />
          <Group gap="sm">
            <FileButton
              onChange={(file) => void take(file)}
              accept=".tlog-proof,.cose,text/plain"
              inputProps={{ 'aria-label': 'File of a receipt' }}
            >
              {(props) => (
                <Button variant="default" leftSection={<IconFileUpload size={14} />} {...props}>
                  Choose file
                </Button>
              )}
            </FileButton>
            {name === null ? null : (
              <Text size="sm" c="dimmed">
                {name}
              </Text>
            )}
          </Group>
          <Textarea
            label="Chain key that you know"
            description="The organisation’s chain key, or its thumbprint, handed to you by the organisation itself. Without it the receipt can only be checked against the key that it brings."
            value={key}
            error={faultOf('key')}
            onChange={(event) => {
              setKey(event.currentTarget.value);
              setOutcome(null);
            }}
            autosize
            spellCheck={false}
            classNames={{ input: 'mono' }}
          />
          <Textarea
            label="Witnesses that you demand"
            description="A policy: which witnesses you know, and how many of them must have cosigned (C2SP tlog-policy); or keys of witnesses, a line each, all of which must have. Where they did, nobody can show somebody else another history of this log unnoticed."
            value={policy}
            error={faultOf('policy')}
            onChange={(event) => {
              setPolicy(event.currentTarget.value);
              setOutcome(null);
            }}
            autosize
            spellCheck={false}
            classNames={{ input: 'mono' }}
          />
          <Group gap="sm">
            <FileButton onChange={(file) => void takePolicy(file)} accept="text/plain" inputProps={{ 'aria-label': 'File of a policy' }}>
              {(props) => (
                <Button variant="default" leftSection={<IconFileUpload size={14} />} {...props}>
                  Choose policy
                </Button>
              )}
            </FileButton>
          </Group>
          <Button type="submit" size="sm" disabled={bytes.length === 0}>
            Check receipt
          </Button>
          {outcome !== null && 'checked' in outcome ? <ReceiptVerdict checked={outcome.checked} /> : null}
          <Text size="sm" ta="center">
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to={paths.overview} />}>
              To your organisations
            </Anchor>
          </Text>
        </Stack>
      </form>
    </OutsidePage>
  );
}
