import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { TextInput, type TextInputProps } from '@mantine/core';

/** What a connection is called. */
export const NameField = (props: TextInputProps) => (
  <TextInput
    label="Name"
    description="People choose it where their address leads to more than one."
    placeholder="Acme sign-in"
    withAsterisk
    data-autofocus
    maxLength={LABEL_LENGTH_MAX}
    autoComplete="off"
    {...props}
  />
);
