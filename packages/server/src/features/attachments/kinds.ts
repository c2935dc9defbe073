// Whether a file is what its name says, by how it begins. What a name does not say is not judged; what a program is called does not matter: it is saved,
// never run.

import { refuseField } from '../../http/refusal.ts';

/** Enough of a file to tell. A PDF may begin so far behind what a mail or printer put before it. Source: ISO 32000-1, annex H. */
const HEAD_BYTES = 1024;

type Begins = (head: Buffer) => boolean;
const withBytes =
  (...hex: readonly string[]): Begins =>
  (head) =>
    hex.some((bytes) => head.subarray(0, bytes.length / 2).toString('hex') === bytes);
const zip = withBytes('504b0304', '504b0506');
const office = withBytes('d0cf11e0a1b11ae1');
const jpeg = withBytes('ffd8ff');
const tiff = withBytes('49492a00', '4d4d002a');

const kinds: Readonly<Record<string, Begins>> = {
  pdf: (head) => head.includes('%PDF-'),
  png: withBytes('89504e470d0a1a0a'),
  jpg: jpeg,
  jpeg,
  gif: withBytes('474946383761', '474946383961'),
  webp: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  tif: tiff,
  tiff,
  zip,
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  ods: zip,
  doc: office,
  xls: office,
  ppt: office,
  gz: withBytes('1f8b'),
};

/** Passes a file on. Throws VALIDATION_ERROR, before anything is passed on, where its name says that it is of a kind that begins otherwise. */
export async function* asNamed(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const extension = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const begins = kinds[extension];
  if (begins === undefined) return yield* content;
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let judged = false;
  const judge = (): void => {
    judged = true;
    if (!begins(Buffer.concat(held).subarray(0, HEAD_BYTES)))
      throw refuseField('file', `This is no ${extension.toUpperCase()} file, though its name says so. Name it for what it is.`);
  };
  for await (const bytes of content) {
    if (judged) {
      yield bytes;
      continue;
    }
    held.push(bytes);
    heldBytes += bytes.byteLength;
    if (heldBytes < HEAD_BYTES) continue;
    judge();
    yield* held;
  }
  if (judged) return;
  judge();
  yield* held;
}
