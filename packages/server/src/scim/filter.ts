// Filters of SCIM (RFC 7644, 3.4.2.2), as far as directories send them: an attribute equals a text, or two do. Whatever else is asked for is refused, never
// passed over: who is found too many is changed too many.

import { ScimError } from './protocol.ts';

const COMPARISONS_MAX = 2;

export interface Equal<A extends string> {
  readonly attribute: A;
  readonly value: string;
}

const text = '("(?:[^"\\\\]|\\\\.)*")';
/** `userName eq "x"`, `emails.value eq "x"`, `emails[type eq "work"].value eq "x"`. */
const compared = new RegExp(`^([a-z][\\w$-]*)(\\[\\s*type\\s+eq\\s+"work"\\s*\\])?(\\.[a-z][\\w$-]*)?\\s+eq\\s+${text}`, 'i');
/** `members[value eq "x"]`, which says the same as `members.value eq "x"`. */
const within = new RegExp(`^([a-z][\\w$-]*)\\[\\s*value\\s+eq\\s+${text}\\s*\\]`, 'i');
const and = /^\s+and\s+/i;

/** What a filter asks for, each once and all of it; nothing where there is none. `known`: attributes by path, in lower case. Throws invalidFilter. */
export function filterOf<A extends string>(filter: string | null, known: Readonly<Record<string, A>>): readonly Equal<A>[] {
  if (filter === null) return [];
  const asked = [...new Set(Object.values(known))];
  const fault = new ScimError(
    400,
    'invalidFilter',
    `Use a filter such as ${asked[0] ?? ''} eq "x", or two with and. It can ask for ${asked.join(', ')}, each once.`,
  );
  const found: Equal<A>[] = [];
  let rest = filter.trim();
  for (;;) {
    const read = compared.exec(rest) ?? within.exec(rest);
    const attribute = read === null ? undefined : attributeOf(read, known);
    if (read === null || attribute === undefined || found.some((each) => each.attribute === attribute)) throw fault;
    const value = unquoted(read.at(-1) ?? '');
    if (value === null) throw fault;
    found.push({ attribute, value });
    rest = rest.slice(read[0].length);
    if (rest === '') return found;
    const joined = and.exec(rest);
    if (joined === null || found.length === COMPARISONS_MAX) throw fault;
    rest = rest.slice(joined[0].length);
  }
}

function attributeOf<A extends string>(read: RegExpExecArray, known: Readonly<Record<string, A>>): A | undefined {
  const [, name = '', work, part] = read;
  const path = read.length === 3 ? `${name}.value` : `${name}${work === undefined ? '' : '[work]'}${part ?? ''}`;
  return Object.entries(known).find(([each]) => each === path.toLowerCase())?.[1];
}

/** null: it is no text, or none that anything could have. */
function unquoted(quoted: string): string | null {
  try {
    const value = JSON.parse(quoted) as string;
    return value.includes('\0') ? null : value;
  } catch {
    return null;
  }
}

/** A search that must also find by this; null where nothing can: there is no such value, or it must be another one already. */
export function narrowed<W extends Readonly<Record<string, string | null>>>(where: W, by: keyof W, value: string | null): W | null {
  if (value === null || ((where[by] ?? null) !== null && where[by] !== value)) return null;
  return { ...where, [by]: value };
}
