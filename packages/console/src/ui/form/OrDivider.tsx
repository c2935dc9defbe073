import { Divider } from '@mantine/core';

/** The small divider between two ways on. */
export function OrDivider() {
  return <Divider label="OR" labelPosition="center" my="xs" />;
}
