// The file of results: a line for each line of the import that was answered, written as soon as it is known. An import that is run again
// reads it first and does not send again what is final. A line of it counts for the same line alone: same number, same text.

import { closeSync, createReadStream, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { type Became, isFinal } from './became.ts';
import { LINE_BYTES_MAX, readLines } from './lines.ts';

/** Lines of an import whose results are remembered; later ones are sent again, which posts nothing twice. */
const REMEMBERED_MAX = 100_000_000;
const LENGTH_FIRST = 65_536;
const NEWLINE = 0x0a;
/** Of each of its lines. */
const BEGINNING = Buffer.from('{"line":');

type Known = Pick<Became, 'status' | 'duplicate' | 'code'>;

export class Results {
  private readonly fd: number;
  /** By line: the first 32 bits of its SHA-256, and its place in `fates` from 1; 0 for one that is not known. Eight bytes a line. */
  private digests = new Uint32Array(LENGTH_FIRST);
  private places = new Uint32Array(LENGTH_FIRST);
  /** What lines came to: few are different. */
  private readonly fates: Known[] = [];
  private readonly placeOf = new Map<string, number>();

  private constructor(fd: number) {
    this.fd = fd;
  }

  /** Reads what is there, or begins a new file. Throws where it is neither. */
  static async open(path: string): Promise<Results> {
    if (existsSync(path)) cutTornLine(path);
    const results = new Results(openSync(path, 'a'));
    for await (const { text } of readLines(createReadStream(path))) results.remember(readResult(text, path));
    return results;
  }

  /** What the file says of a line; null where that is not final, or of another text. */
  find(line: number, sha256: string): Known | null {
    const place = this.places[line] ?? 0;
    return place > 0 && this.digests[line] === digestOf(sha256) ? (this.fates[place - 1] ?? null) : null;
  }

  write(became: Became): void {
    writeSync(this.fd, `${JSON.stringify(became)}\n`);
  }

  close(): void {
    closeSync(this.fd);
  }

  private remember(became: Became): void {
    const { line, sha256, status, duplicate, code } = became;
    if (!isFinal(became) || line >= REMEMBERED_MAX) return;
    if (line >= this.places.length) this.grow(line);
    // Whatever it executed, it executed before this run.
    const known: Known = { status, duplicate: duplicate === true || status === 'executed', ...(code === undefined ? {} : { code }) };
    const label = JSON.stringify(known);
    let place = this.placeOf.get(label);
    if (place === undefined) {
      place = this.fates.push(known);
      this.placeOf.set(label, place);
    }
    this.digests[line] = digestOf(sha256);
    this.places[line] = place;
  }

  private grow(line: number): void {
    const length = Math.max(line + 1, 2 * this.places.length);
    const [digests, places] = [new Uint32Array(length), new Uint32Array(length)];
    digests.set(this.digests);
    places.set(this.places);
    [this.digests, this.places] = [digests, places];
  }
}

const digestOf = (sha256: string): number => Number.parseInt(sha256.slice(0, 8), 16);

function readResult(text: string | null, path: string): Became {
  try {
    const read = JSON.parse(text ?? '') as Partial<Became> | null;
    if (Number.isInteger(read?.line) && Number(read?.line) > 0 && typeof read?.sha256 === 'string' && typeof read.status === 'string')
      return read as Became;
  } catch {
    // Said below.
  }
  throw new Error(`${path} is no file of results of an import`);
}

/** What was being written when an import was killed is no line. A file that somebody else wrote is left as it is. */
function cutTornLine(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    const { size } = fstatSync(fd);
    const tail = Buffer.alloc(Math.min(size, LINE_BYTES_MAX));
    readSync(fd, tail, 0, tail.length, size - tail.length);
    const torn = tail.subarray(tail.lastIndexOf(NEWLINE) + 1);
    const looksLikeOurs = BEGINNING.subarray(0, torn.length).equals(torn.subarray(0, BEGINNING.length));
    if (looksLikeOurs) ftruncateSync(fd, size - torn.length);
  } finally {
    closeSync(fd);
  }
}
