import { Badge, Group, Text } from '@mantine/core';
import { Panel } from '../../ui/page/Panel.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './PrivacySection.module.css';
import type { LogEntry } from './use-acts.ts';

const OK = 200;

/** What each call of this visit came to. */
export function ResultLog({ entries }: { readonly entries: readonly LogEntry[] }) {
  return (
    <Panel title="Results" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is read by keyboard too */}
      <div className={classes['log']} role="log" aria-label="Results" tabIndex={0}>
        {entries.length === 0 ? (
          <Text size="sm" c="dimmed" p="md">
            The path and the answer of each call appear here.
          </Text>
        ) : (
          entries.map((entry) => (
            <div key={entry.id} className={classes['entry']}>
              <Group gap="xs" wrap="wrap">
                <Badge color={entry.status === OK ? 'teal' : 'red'}>{entry.status === 0 ? 'no answer' : entry.status}</Badge>
                <Text size="sm" className="mono">
                  {entry.path}
                </Text>
                <Timestamp at={entry.at} />
              </Group>
              {entry.summary === '' ? null : <Text size="sm">{entry.summary}</Text>}
              <pre className={`mono ${classes['body']}`}>{JSON.stringify(entry.answer, null, 2)}</pre>
            </div>
          ))
        )}
      </div>
    </Panel>
  );
}
