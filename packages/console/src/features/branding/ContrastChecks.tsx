import { CONTRAST_MIN } from '@countinghouse/contract/features/branding';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { contrast, parseHex, WHITE } from '../../lib/values/contrast.ts';
import classes from './Branding.module.css';

const DARK_TEXT = '#0f1420';
const ICON_SIZE = 14;
const texts = [
  { word: 'White', hex: WHITE },
  { word: 'Dark', hex: DARK_TEXT },
] as const;

function Check({ name, colour }: { readonly name: string; readonly colour: string }) {
  return texts.map(({ word, hex }) => {
    const ratio = contrast(hex, colour);
    const passes = ratio >= CONTRAST_MIN;
    const Icon = passes ? IconCircleCheck : IconCircleX;
    return (
      <li key={word} className={classes['check']}>
        <span className={classes['sample']} style={{ background: colour, color: hex }} aria-hidden>
          Aa
        </span>
        <span>
          {word} text on {name}
        </span>
        <span className={`numbers ${passes ? classes['passes'] : classes['fails']}`}>
          <Icon size={ICON_SIZE} aria-hidden /> {ratio.toFixed(2)}:1 {passes ? 'passes' : 'fails'}
        </span>
      </li>
    );
  });
}

const failing = (colour: string, hex: string): boolean => contrast(colour, hex) < CONTRAST_MIN;

/** What of a colour cannot be read, in words; empty where white text can stand on it. */
function warningOf(name: string, colour: string): string {
  if (texts.every((t) => failing(colour, t.hex)))
    return `Neither white nor dark text reaches ${CONTRAST_MIN}:1 on the ${name} colour. Choose a lighter or a darker one.`;
  if (failing(colour, WHITE))
    return `White text on the ${name} colour stays below ${CONTRAST_MIN}:1: dark text stands on it, and a darker shade of it is used for text and lines on white.`;
  return '';
}

/** Contrast of the chosen colours against white and dark text, with a warning where one misses 4.5:1. */
export function ContrastChecks({ primary, accent }: { readonly primary: string | null; readonly accent: string | null }) {
  const chosen = [
    { name: 'primary', colour: primary },
    { name: 'accent', colour: accent },
  ].flatMap(({ name, colour }) => (colour !== null && parseHex(colour) !== null ? [{ name, colour }] : []));
  const warnings = chosen.map(({ name, colour }) => warningOf(name, colour)).filter((text) => text !== '');
  if (chosen.length === 0)
    return (
      <Text size="xs" c="dimmed">
        Without a colour the console keeps its own.
      </Text>
    );
  return (
    <div>
      <ul className={classes['checks']} aria-label="Contrast">
        {chosen.map(({ name, colour }) => (
          <Check key={name} name={name} colour={colour} />
        ))}
      </ul>
      {warnings.length === 0 ? null : (
        <Alert color="orange" mt="sm" role="status" icon={<IconAlertTriangle size={16} />}>
          {warnings.map((text) => (
            <Text key={text} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  );
}
