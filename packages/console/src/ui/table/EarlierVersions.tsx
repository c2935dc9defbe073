import { Accordion, Text, Title } from '@mantine/core';
import { JsonViewer } from '../value/json/JsonViewer.tsx';
import { Timestamp } from '../value/Timestamp.tsx';

interface Version {
  readonly version: number;
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly registered_at: string;
}

/** The versions of a control before the one in force, each with its spec; nothing where there are none. */
export function EarlierVersions({ versions }: { readonly versions: readonly Version[] }) {
  if (versions.length === 0) return null;
  return (
    <section aria-label="Earlier versions">
      <Title order={3} size="h6" fz="xs" mb={6}>
        Earlier versions
      </Title>
      <Accordion variant="contained" chevronPosition="left">
        {versions.map((v) => (
          <Accordion.Item key={v.version} value={String(v.version)}>
            <Accordion.Control>
              <Text size="xs" component="span">
                Version {v.version} · {v.name} · <Timestamp at={v.registered_at} absolute />
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <JsonViewer value={v.spec} what={`spec of version ${v.version}`} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}
