// Small changes to a source that a test should notice: a sign, a border, a condition turned round. Types are taken out first, so that what
// looks like an operator is one; biome writes a blank on either side of each.

import { stripTypeScriptTypes } from 'node:module';

export interface Mutant {
  /** Where the text that is changed begins, in the source. */
  readonly at: number;
  readonly find: string;
  readonly put: string;
}

/** What becomes of what. Both blanks belong to an operator of two sides. */
const changes: readonly (readonly [find: RegExp, ...put: readonly string[]])[] = [
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= ', ' >= '],
  [/ > /g, ' >= ', ' <= '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/ % /g, ' * '],
  [/ \+= /g, ' -= '],
  [/ -= /g, ' += '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[(=?:,] |\(|\[|return )-(?=[a-z(])/g, ''],
  [/(?<=[(=?:&|] |\(|return |=> )!(?=[a-z(])/g, ''],
  [/\b0n\b/g, '1n'],
  [/\b1n\b/g, '2n'],
];

/** Every mutant of a source in TypeScript, by place. */
export function mutantsOf(source: string): readonly Mutant[] {
  const code = blankTexts(stripTypeScriptTypes(source, { mode: 'strip' }));
  const found: Mutant[] = [];
  for (const [find, ...puts] of changes)
    for (const match of code.matchAll(find)) for (const put of puts) found.push({ at: match.index, find: match[0], put });
  return found.sort((a, b) => a.at - b.at);
}

/** The source with the change in it. */
export function mutate(source: string, { at, find, put }: Mutant): string {
  if (source.slice(at, at + find.length) !== find) throw new Error(`at ${at} there is no ${find}`);
  return source.slice(0, at) + put + source.slice(at + find.length);
}

/** The line that holds a place, without the blanks around it. */
export function lineAt(source: string, at: number): string {
  const end = source.indexOf('\n', at);
  return source.slice(source.lastIndexOf('\n', at) + 1, end < 0 ? source.length : end).trim();
}

/** The same code, as long, without comments and texts; what stands in `${…}` of a text stays. */
function blankTexts(code: string): string {
  const out = [...code];
  const blank = (from: number, to: number): void => {
    for (let i = from; i < to; i++) if (out[i] !== '\n') out[i] = ' ';
  };
  /** Templates that are open, each with the braces that are open in its present expression. */
  const templates: number[] = [];
  let at = 0;
  const skipTemplate = (from: number): number => {
    let i = from;
    while (i < code.length && code[i] !== '`') {
      if (code[i] === '\\') i += 1;
      else if (code[i] === '$' && code[i + 1] === '{') {
        blank(from, i);
        templates.push(0);
        return i + 2;
      }
      i += 1;
    }
    blank(from, i);
    return i + 1;
  };
  while (at < code.length) {
    const letter = code[at] ?? '';
    const two = code.slice(at, at + 2);
    if (two === '//' || two === '/*') {
      const end = two === '//' ? code.indexOf('\n', at) : code.indexOf('*/', at) + 2;
      blank(at, end < at ? code.length : end);
      at = end < at ? code.length : end;
    } else if (letter === "'" || letter === '"') {
      let end = at + 1;
      while (end < code.length && code[end] !== letter) end += code[end] === '\\' ? 2 : 1;
      blank(at + 1, end);
      at = end + 1;
    } else if (letter === '`') at = skipTemplate(at + 1);
    else if (letter === '/' && /[(=,:!&|?{};\n[]\s*$/.test(code.slice(Math.max(0, at - 20), at))) {
      const end = endOfPattern(code, at + 1);
      blank(at, end + 1);
      at = end + 1;
    } else {
      const open = templates.length - 1;
      if (open >= 0 && letter === '{') templates[open] = (templates[open] ?? 0) + 1;
      if (open >= 0 && letter === '}') {
        if (templates[open] === 0) {
          templates.pop();
          at = skipTemplate(at + 1);
          continue;
        }
        templates[open] = (templates[open] ?? 0) - 1;
      }
      at += 1;
    }
  }
  return out.join('');
}

/** Where a regular expression ends that began before `from`. */
function endOfPattern(code: string, from: number): number {
  let inClass = false;
  let end = from;
  for (; end < code.length && (inClass || code[end] !== '/'); end++) {
    if (code[end] === '\\') end += 1;
    else if (code[end] === '[') inClass = true;
    else if (code[end] === ']') inClass = false;
  }
  return end;
}
