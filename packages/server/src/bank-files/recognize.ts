// What a file is, by what it begins with. Its name says nothing.

import { headOf } from './decode.ts';
import { BankFileFault } from './statement.ts';

const BANK_FILE_BYTES_MAX = 10 * 1_048_576;

export type BankFileFormat = 'camt.053' | 'mt940' | 'bai2' | 'ofx' | 'csv';

/** How ZIP and gzip begin; and what is among the first names in an archive that is a document of an office. */
const archives = ['PK\u0003\u0004', '\u001f\u2039'];
const OFFICE = /\[Content_Types\]|mimetype|xl\//;
/** How PDF, the archives that spreadsheets are, and older spreadsheets begin. */
const documents = ['%PDF', 'PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'];

/** CSV where it is none of the others. Throws FILE_EMPTY, FILE_TOO_LARGE, and FORMAT_UNKNOWN for archives and documents. */
export function recognize(bytes: Uint8Array): BankFileFormat {
  if (bytes.length === 0) throw new BankFileFault('FILE_EMPTY', 'The file is empty.');
  if (bytes.length > BANK_FILE_BYTES_MAX) throw new BankFileFault('FILE_TOO_LARGE', 'A file may have at most 10 MB.');
  const head = headOf(bytes);
  if (archives.some((start) => head.startsWith(start)) && !OFFICE.test(head))
    throw new BankFileFault(
      'FORMAT_UNKNOWN',
      'This is an archive, as banks send several files in one: unpack it, and send the files in it.',
    );
  const text = head.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '').replace(/^[\s\p{Cc}]+/u, '');
  if (text === '') throw new BankFileFault('FILE_EMPTY', 'The file is empty, or begins with nothing but blanks.');
  if (/^OFXHEADER\s*:/i.test(text) || (text.startsWith('<') && /<\??OFX[\s>]/i.test(text))) return 'ofx';
  if (text.startsWith('<')) return 'camt.053';
  if (/^01,[^\r\n]*[\r\n]+\s*02,/.test(text)) return 'bai2';
  if (/(?:^|[\r\n]|\{4:)\s*:20:/.test(text)) return 'mt940';
  if (documents.some((start) => text.startsWith(start)))
    throw new BankFileFault(
      'FORMAT_UNKNOWN',
      'This is a document, not a statement for programs. Ask the bank for camt.053, MT940, BAI2, OFX or CSV.',
    );
  return 'csv';
}
