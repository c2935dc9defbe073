import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '../../../lib/values/csv.ts';
import { CopyButton } from '../CopyButton.tsx';
import { JsonNode } from './JsonNode.tsx';
import classes from './JsonViewer.module.css';

interface JsonViewerProps {
  readonly value: unknown;
  /** What it is: "payload". Names the region, the copy button and the file. */
  readonly what: string;
}

/** JSON as a tree that folds, can be searched, copied and downloaded. */
export function JsonViewer({ value, what }: JsonViewerProps) {
  const [word, setWord] = useState('');
  const text = JSON.stringify(value, null, 2) ?? 'null';
  return (
    <div className={classes['viewer']}>
      <div className={classes['bar']}>
        <TextInput
          flex={1}
          aria-label={`Search ${what}`}
          placeholder="Search"
          leftSection={<IconSearch size={13} aria-hidden />}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <CopyButton value={text} what={what} />
        <Tooltip label={`Download ${what}`}>
          <ActionIcon
            size="sm"
            aria-label={`Download ${what}`}
            onClick={() => download(`${what.replaceAll(' ', '-')}.json`, 'application/json', text)}
          >
            <IconDownload size={13} />
          </ActionIcon>
        </Tooltip>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div role="group" className={classes['tree']} tabIndex={0} aria-label={what}>
        <JsonNode name={null} value={value} depth={0} word={word.trim().toLowerCase()} />
      </div>
    </div>
  );
}
