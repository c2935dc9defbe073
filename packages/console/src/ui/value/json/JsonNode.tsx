import { Highlight } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './JsonViewer.module.css';

const OPEN_DEPTH = 2;

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] =>
  typeof value === 'object' && value !== null;

const shown = (value: unknown): string => (value === undefined ? 'null' : JSON.stringify(value));

const kindOf = (value: unknown): string => (typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'constant');

/** Amounts are decimal strings: what may be one is hidden together with them. */
const isAmount = (value: unknown): boolean => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);

/** Whether a search word is in this value or below it. */
function contains(value: unknown, word: string): boolean {
  if (!isBranch(value)) return shown(value).toLowerCase().includes(word);
  return Object.entries(value).some(([key, child]) => key.toLowerCase().includes(word) || contains(child, word));
}

const marked = (text: string, word: string): ReactNode => (
  <Highlight
    component="span"
    fz="inherit"
    ff="inherit"
    c="inherit"
    highlight={word}
    highlightStyles={{ background: 'var(--mark)', color: 'inherit' }}
  >
    {text}
  </Highlight>
);

export function JsonNode({
  name,
  value,
  depth,
  word,
}: {
  readonly name: string | null;
  readonly value: unknown;
  readonly depth: number;
  readonly word: string;
}) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const label = name === null ? null : <span className={classes['key']}>{marked(name, word)}: </span>;
  if (!isBranch(value)) {
    return (
      <div className={`${classes['line']} ${classes['leaf']}`}>
        {label}
        <span className={classes[kindOf(value)]} {...(isAmount(value) ? { 'data-amount': true } : {})}>
          {marked(shown(value), word)}
        </span>
      </div>
    );
  }
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  const matches = word !== '' && contains(value, word);
  const open = matches || (chosen ?? depth < OPEN_DEPTH);
  const [left, right] = list ? '[]' : '{}';
  if (entries.length === 0) {
    return (
      <div className={`${classes['line']} ${classes['leaf']}`}>
        {label}
        {left}
        {right}
      </div>
    );
  }
  return (
    <div>
      <button type="button" className={`${classes['toggle']} ${classes['line']}`} aria-expanded={open} onClick={() => setChosen(!open)}>
        <span className={classes['caret']} aria-hidden>
          {open ? '▾' : '▸'}
        </span>
        {label}
        {left}
        {open ? null : (
          <>
            <span className="dimmed"> {entries.length} </span>
            {right}
          </>
        )}
      </button>
      {open ? (
        <>
          <div className={classes['children']}>
            {entries.map(([key, child]) => (
              <JsonNode key={key} name={list ? null : key} value={child} depth={depth + 1} word={word} />
            ))}
          </div>
          <div className={classes['leaf']}>{right}</div>
        </>
      ) : null}
    </div>
  );
}
