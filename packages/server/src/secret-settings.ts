// Settings that nobody else is to see (`settings.ts` says which). Each may be in a file instead, as systems for secrets hand them out:
// `NAME_FILE` names the file, and what it contains is the value.

import { readFileSync } from 'node:fs';
import { fileSettingOf, secretSettings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings with those that are in files read, without the line break at the end. `faults`: one line for each that is given twice, cannot
 * be read or is empty.
 */
export function readSecretFiles(environment: Environment): { readonly environment: Environment; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const read: Record<string, string> = {};
  for (const name of secretSettings) {
    const file = environment[fileSettingOf(name)];
    if (file === undefined || file === '') continue;
    if (environment[name] !== undefined && environment[name] !== '') {
      faults.push(`${name}: it is set, and ${fileSettingOf(name)} names ${file} too; set one of them`);
      continue;
    }
    try {
      const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (value === '') faults.push(`${fileSettingOf(name)}: ${file} is empty; write the value of ${name} into it`);
      else read[name] = value;
    } catch (error) {
      faults.push(
        `${fileSettingOf(name)}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}); whoever runs the server needs to read it`,
      );
    }
  }
  return { environment: { ...environment, ...read }, faults };
}

/** A setting as it may be shown: of a secret that it is set, and from where. Of addresses, to where they lead. */
export function shownSetting(name: string, environment: Environment): string | null {
  const file = environment[fileSettingOf(name)];
  const isSecret = secretSettings.includes(name);
  const { environment: read } = isSecret ? readSecretFiles(environment) : { environment };
  const value = read[name];
  if (value === undefined || value === '') return null;
  if (!isSecret) return value;
  const from = file === undefined || file === '' ? '' : ` (from ${file})`;
  return `${value.split(',').map(shownAddress).join(', ')}${from}`;
}

function shownAddress(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  return url === null || url.host === '' ? '***' : `${url.protocol}//***@${url.host}${url.pathname}`;
}
