// Bytes as text. A file that says its encoding is held to it; one that does not is UTF-8 or, failing that, Windows-1252.

import type { BankFileEncoding } from '@countinghouse/contract/bank-files';
import { BankFileFault, quoteValue } from './statement.ts';

/** What files call the encodings that are read. WHATWG takes ISO-8859-1 and ASCII for Windows-1252, ISO-8859-9 for Windows-1254, and so do the banks. */
const encodingsByName: Readonly<Record<string, BankFileEncoding | 'utf-16'>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  unicode: 'utf-16',
  'us-ascii': 'windows-1252',
  usascii: 'windows-1252',
  ascii: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  '8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  '1252': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1250': 'windows-1250',
  cp1250: 'windows-1250',
  '1250': 'windows-1250',
  'iso-8859-2': 'iso-8859-2',
  'windows-1251': 'windows-1251',
  '1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  '1253': 'windows-1253',
  'iso-8859-7': 'iso-8859-7',
  'windows-1254': 'windows-1254',
  '1254': 'windows-1254',
  'iso-8859-9': 'windows-1254',
  'windows-1257': 'windows-1257',
  '1257': 'windows-1257',
};

/** What begins the file is ASCII in every encoding that is read here, once zero bytes are out of it. */
const HEAD_BYTES = 4_096;

/** The first characters, whatever the encoding: enough to see what the file says of itself. */
export function headOf(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES)).replaceAll('\0', '');
}

/** Throws ENCODING_INVALID for a name that is not known. */
export function encodingNamed(name: string): BankFileEncoding | 'utf-16' {
  const known = encodingsByName[name.trim().toLowerCase()];
  if (known === undefined) throw new BankFileFault('ENCODING_INVALID', `The file says it is encoded as ${quoteValue(name)}: use UTF-8.`);
  return known;
}

/**
 * The text of a file, without a byte order mark. A byte order mark decides, then what the file declares; a declared
 * UTF-16 without zero bytes is UTF-8 (programs write that). A declared single-byte encoding gives way to valid UTF-8 where
 * `guess` says so, else the contradiction is refused: words read wrongly are worse than none. Throws ENCODING_INVALID for what is not the encoding, and for control characters.
 */
export function decodeText(bytes: Uint8Array, declared: BankFileEncoding | 'utf-16' | null, guess: boolean): string {
  const text = withoutEnd(decodeBy(bytes, encodingOf(bytes, declared, guess)));
  for (const { 0: control, index } of text.matchAll(CONTROL)) {
    const code = control.codePointAt(0) ?? 0;
    if (!TELEX.has(code))
      throw new BankFileFault(
        'ENCODING_INVALID',
        `A control character (U+${code.toString(16).toUpperCase().padStart(4, '0')}) is not text: the file is damaged, or in another encoding. Save it as UTF-8 and send it again.`,
        { line: lineAt(text, index) },
      );
  }
  return text;
}

const SUB = '\x1a';

/** Without the SUB, or several, by which old programs end a file, and what is blank behind. */
function withoutEnd(text: string): string {
  let at = text.length;
  while (at > 0 && (text[at - 1] === SUB || /\s/.test(text[at - 1] ?? ''))) at -= 1;
  const end = text.indexOf(SUB, at);
  return end === -1 ? text : text.slice(0, end);
}

const CONTROL = /[^\P{Cc}\s]/gu;
/** What frames a message on a telex line (SOH, STX, ETX, EOT) or ends a file (SUB). Readers take them for spaces, XML refuses them. */
const TELEX: ReadonlySet<number> = new Set([0x01, 0x02, 0x03, 0x04, 0x1a]);

function encodingOf(bytes: Uint8Array, declared: BankFileEncoding | 'utf-16' | null, guess: boolean): BankFileEncoding {
  const [a, b, c] = bytes;
  const marked =
    a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null;
  if (marked !== null) return marked;
  const wide = a === 0 && b !== 0 ? 'utf-16be' : a !== 0 && b === 0 ? 'utf-16le' : null;
  if (wide !== null) return wide;
  if (declared === 'utf-16' || declared === 'utf-16le' || declared === 'utf-16be') return 'utf-8';
  if (declared === 'utf-8') return 'utf-8';
  const utf8 = isUtf8(bytes);
  if (!guess && declared !== null) {
    if (utf8 && bytes.some((byte) => byte > 0x7f))
      throw new BankFileFault('ENCODING_INVALID', `The file says it is ${declared.toUpperCase()}, but it is UTF-8.`);
    return declared;
  }
  if (utf8) return 'utf-8';
  if (endsWithinCharacter(bytes)) throw new BankFileFault('TRUNCATED', 'The file ends in the middle of a character: it is cut off.');
  return declared ?? 'windows-1252';
}

/** The same text, or ENCODING_INVALID with the line of the first byte that is none. */
function decodeBy(bytes: Uint8Array, encoding: BankFileEncoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const text = new TextDecoder(encoding).decode(bytes);
    throw new BankFileFault('ENCODING_INVALID', `These bytes are not ${encoding.toUpperCase()}.`, {
      line: lineAt(text, text.indexOf('\ufffd')),
    });
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 with characters beyond ASCII, but for the last one, of which bytes are missing. */
function endsWithinCharacter(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /[^\0-\x7f]/.test(text);
  } catch {
    return false;
  }
}

/** The line, from 1, of a position in a text. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
