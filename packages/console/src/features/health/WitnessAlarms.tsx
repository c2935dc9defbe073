import type { Health } from '@countinghouse/contract/features/health';
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import { paths } from '../../lib/screen/paths.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

/** Witnesses that refuse the log, and those that were not heard of for long. */
export function WitnessAlarms({ witnesses }: { readonly witnesses: Health['witnesses'] }) {
  return witnesses.map(({ name, state, failing_since, refused_at, last_error }) =>
    state === 'refused' ? (
      <Alert key={name} color="red" icon={<IconAlertTriangle size={16} />} title={`The witness ${name} refuses this log`}>
        {last_error} Since <Timestamp at={refused_at ?? ''} />. It was shown another history of this log, or the database went back. Keep
        the database as it is, and ask who runs the{' '}
        <TextLink inText to={paths.audit}>
          witness
        </TextLink>{' '}
        what it was shown.
      </Alert>
    ) : state === 'silent' ? (
      <Alert key={name} color="orange" icon={<IconEyeOff size={16} />} title={`The witness ${name} does not cosign`}>
        {last_error} Since <Timestamp at={failing_since ?? ''} />.
      </Alert>
    ) : null,
  );
}
