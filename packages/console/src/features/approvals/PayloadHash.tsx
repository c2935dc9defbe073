import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { sha256HexOf } from '../../lib/signing/hashing.ts';
import { Hash } from '../../ui/value/Hash.tsx';

interface PayloadHashProps {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** The hash that a decision binds, derived again in this browser from what is shown. */
export function PayloadHash({ payload, hash }: PayloadHashProps) {
  const [derived, setDerived] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const bytes = new TextEncoder().encode(canonicalize(payload as JsonObject));
    void sha256HexOf(bytes).then((found) => {
      if (current) setDerived(found);
    });
    return () => {
      current = false;
    };
  }, [payload]);
  return (
    <div>
      <Hash value={hash} what="payload hash" whole />
      {derived === null ? null : derived === hash ? (
        <Group gap={4} wrap="nowrap">
          <IconShieldCheck size={14} color="var(--mantine-color-teal-6)" aria-hidden />
          <Text size="xs">Derived again in this browser: it is the hash of what is shown.</Text>
        </Group>
      ) : (
        <Group gap={4} wrap="nowrap" role="alert">
          <IconAlertTriangle size={14} color="var(--mantine-color-red-6)" aria-hidden />
          <Text size="xs">What is shown has another hash: {derived}</Text>
        </Group>
      )}
    </div>
  );
}
