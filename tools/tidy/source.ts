// What the fences read: a file of the repo, and three views of its text that keep every line where it is.
//
// This is no parser. It tells code from comments, strings and regular expressions well enough that a word in a sentence
// is not taken for a word of the language; JSX text with an apostrophe may hide the rest of its own line, no more.

export interface SourceFile {
  /** Path below the root of the repo, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Fault {
  readonly path: string;
  /** From 1; 0 where the fault is the file itself. */
  readonly line: number;
  readonly message: string;
}

/** A fence: what a file does that it must not. */
export type Fence = (file: SourceFile) => readonly Fault[];

export interface Views {
  /** Code alone: comments, regular expressions and the insides of strings are blanks. */
  readonly code: string;
  /** Code and strings: comments and regular expressions are blanks. */
  readonly codeAndStrings: string;
  /** Comments alone, with their marks. */
  readonly comments: string;
}

export interface Import {
  readonly from: string;
  readonly line: number;
  /** Erased at run time: `import type` or `export type`. */
  readonly typeOnly: boolean;
  /** `import()`: loaded when the code comes there. */
  readonly called: boolean;
}

type Kind = 'code' | 'string' | 'comment' | 'regex';

const REGEX_MAY_FOLLOW = /(?:^|[(,=:[!&|?{};+\-*%~^>]|\b(?:return|typeof|case|in|of|void|yield|await))\s*$/;
const REGEX_LITERAL = /\/(?![*/>])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const viewsByText = new Map<string, Views>();

/** Splits a text of TypeScript, JavaScript or CSS into its views. Kept by text: many fences read the same file. */
export function viewsOf(text: string): Views {
  const known = viewsByText.get(text);
  if (known !== undefined) return known;
  const kinds = classify(text);
  const keep = (wanted: readonly Kind[]): string =>
    kinds.map((kind, at) => (text[at] === '\n' || wanted.includes(kind) ? text[at] : ' ')).join('');
  const views = { code: keep(['code']), codeAndStrings: keep(['code', 'string']), comments: keep(['comment']) };
  viewsByText.set(text, views);
  return views;
}

/** The kind of each UTF-16 unit. The quotes of a string count as code, so that `from ''` is still seen in the code. */
function classify(text: string): readonly Kind[] {
  const kinds: Kind[] = new Array<Kind>(text.length).fill('code');
  /** For each template literal that we are inside of: how many braces are open within its `${`. */
  const openBraces: number[] = [];
  let at = 0;
  const mark = (until: number, kind: Kind): void => {
    kinds.fill(kind, at, until);
    at = until;
  };
  const endOf = (found: number, length: number): number => (found === -1 ? text.length : found + length);
  const readTemplate = (): void => {
    const body = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*/y;
    body.lastIndex = at;
    mark(at + (body.exec(text)?.[0].length ?? 0), 'string');
    if (text[at] === '`') at += 1;
    else if (at < text.length) {
      openBraces.push(0);
      at += 2;
    }
  };
  while (at < text.length) {
    const here = text[at] ?? '';
    if (text.startsWith('//', at)) mark(endOf(text.indexOf('\n', at), 0), 'comment');
    else if (text.startsWith('/*', at)) mark(endOf(text.indexOf('*/', at + 2), 2), 'comment');
    else if (here === "'" || here === '"') {
      const body = here === "'" ? /(?:\\[\s\S]|[^'\\\n])*/y : /(?:\\[\s\S]|[^"\\\n])*/y;
      at += 1;
      body.lastIndex = at;
      mark(at + (body.exec(text)?.[0].length ?? 0), 'string');
      if (text[at] === here) at += 1;
    } else if (here === '`') {
      at += 1;
      readTemplate();
    } else if (here === '/' && REGEX_MAY_FOLLOW.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))) {
      REGEX_LITERAL.lastIndex = at;
      const literal = REGEX_LITERAL.exec(text)?.[0];
      if (literal === undefined) at += 1;
      else mark(at + literal.length, 'regex');
    } else {
      at += 1;
      const depth = openBraces.at(-1);
      if (depth === undefined) continue;
      if (here === '{') openBraces[openBraces.length - 1] = depth + 1;
      else if (here === '}' && depth > 0) openBraces[openBraces.length - 1] = depth - 1;
      else if (here === '}') {
        openBraces.pop();
        readTemplate();
      }
    }
  }
  return kinds;
}

/** Every module that a file names: `import`, `export … from`, `import()`. */
export function importsOf(text: string): readonly Import[] {
  const { code, codeAndStrings } = viewsOf(text);
  const found: Import[] = [];
  const statement = /\b(import|export)\b(\s+type\b(?!\s+from\b))?(?:[^;'"`()=]*?\bfrom)?\s*(['"])/g;
  const call = /\bimport\s*\(\s*(['"`])/g;
  for (const match of code.matchAll(statement)) found.push(importAt(match, match[2] !== undefined, false));
  for (const match of code.matchAll(call)) found.push(importAt(match, false, true));
  return found;

  function importAt(match: RegExpExecArray, typeOnly: boolean, called: boolean): Import {
    const start = match.index + match[0].length;
    const quote = codeAndStrings[start - 1] ?? '';
    const end = codeAndStrings.indexOf(quote, start);
    return { from: codeAndStrings.slice(start, end), line: lineAt(text, match.index), typeOnly, called };
  }
}

/** The line, from 1, of a position in a text. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** One fault for each match of a global pattern in a view of a file. */
export function faultsAt(path: string, view: string, pattern: RegExp, message: string): readonly Fault[] {
  return Array.from(view.matchAll(pattern), (match) => ({ path, line: lineAt(view, match.index), message }));
}

/** Tests and what serves only them: they may import as they need. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(?:test|bench|packages\/testkit)\//.test(path) || path.endsWith('/src/test-setup.ts');
}

/** Files that hold code which runs. */
export function isCode(path: string): boolean {
  return /\.(?:ts|tsx|js)$/.test(path);
}
