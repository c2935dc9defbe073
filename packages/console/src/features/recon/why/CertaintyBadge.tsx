import type { Certainty } from '@countinghouse/contract/recon-shapes';
import { Badge } from '@mantine/core';
import { IconCheck, IconEye, IconSum } from '@tabler/icons-react';
import { certaintyWords } from './suggestion.ts';

const looks = {
  exact: ['teal', IconCheck],
  likely: ['blue', IconEye],
  sum: ['blue', IconSum],
} as const;

export function CertaintyBadge({ certainty }: { readonly certainty: Certainty }) {
  const [color, Icon] = looks[certainty];
  return (
    <Badge variant="light" color={color} size="sm" radius="xl" style={{ flex: 'none' }} leftSection={<Icon size={11} aria-hidden />}>
      {certaintyWords[certainty]}
    </Badge>
  );
}
