// What a change says, in words, for whoever decides it: of a command that has no words of its own (`compareChange`). Ids are told as
// codes where there are such; of words that are behind a token, and of parties, is told which: they are read where they are kept.

import type { Difference } from '@countinghouse/kernel/approvals/four-eyes';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { formatDecimal } from '@countinghouse/kernel/money/amount';
import { formatInstant } from '@countinghouse/kernel/time/instant';

/** `before` and `after`: tokens, or ids of parties, where `is` says so. */
export interface Said extends Difference {
  readonly is?: 'token' | 'party';
}

/** More of a list than anybody reads in a line. */
const LISTED_MAX = 5;

const words: Readonly<Record<string, string>> = {
  accruedGlId: 'GL account of what accrues',
  asofUs: 'holds from',
  csv: 'column',
  externalRef: 'external reference',
  externalRefToken: 'external reference',
  fileSha256: 'SHA-256 of the file',
  glAccountId: 'GL account',
  labelToken: 'name',
  nameToken: 'file',
  sha256: 'SHA-256 of the file',
  sizeBytes: 'size in bytes',
};
const wordOf = (name: string): string =>
  words[name] ??
  name
    .replace(/(?:E8|Us|Id|Token)$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

interface Thing {
  readonly is: string;
  readonly code: string;
}

/** What an id names here, with what the state has of it; undefined where it names nothing that has a code. */
function thingOf({ accounts, glAccounts, entities }: TenantState, id: string): Thing | undefined {
  for (const [is, things] of [
    ['account', accounts],
    ['GL account', glAccounts],
    ['entity', entities],
  ] as const) {
    const found = things.get(id);
    if (found !== undefined) return { ...found, is };
  }
  return undefined;
}

function inWords(state: TenantState, name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    if (value.some((item) => typeof item === 'object')) return String(value.length);
    const more = value.length > LISTED_MAX ? ` and ${value.length - LISTED_MAX} more` : '';
    return `${value.slice(0, LISTED_MAX).join(', ')}${more}`;
  }
  if (typeof value === 'bigint') return name.endsWith('Us') ? formatInstant(value) : formatDecimal(value, 0);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return thingOf(state, String(value))?.code ?? String(value);
}

/** Of a field of a command: a line, or one for each field within it. */
function say(state: TenantState, there: Thing | undefined, name: string, value: unknown): readonly Said[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, of]) =>
      say(state, undefined, key, of).map((line) => ({ ...line, what: `${wordOf(name)}: ${line.what}` })),
    );
  const what = wordOf(name);
  const before = inWords(state, name, (there as unknown as Readonly<Record<string, unknown>> | undefined)?.[name]);
  const after = inWords(state, name, value);
  if (name.endsWith('Token')) return after === null ? [] : [{ what, before: null, after, is: 'token' }];
  if (state.partyIds.has(String(value))) return [{ what: 'party', before, after, is: 'party' }];
  return [{ what, before, after }];
}

/** `command`: what is asked for, as `toCommand` has it. An id that names nothing yet is of no use to anybody. */
export function sayChange(state: TenantState, command: object): readonly Said[] {
  const { type: _type, actor: _actor, ...fields } = command as Readonly<Record<string, unknown>>;
  const id = String(fields['id']);
  const there = thingOf(state, id);
  return Object.entries(fields).flatMap(([name, value]) => {
    if (name !== 'id') return value === undefined ? [] : say(state, there, name, value);
    if (state.partyIds.has(id)) return [{ what: 'party', before: id, after: id, is: 'party' as const }];
    return there === undefined ? [] : [{ what: there.is, before: there.code, after: there.code }];
  });
}
