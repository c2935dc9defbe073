// A file that comes in: multipart/form-data with one part called file.

import { AttachmentName } from '@countinghouse/contract/features/attachments';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuseField } from './refusal.ts';

const FIELD = 'file';
const CONTENT_TYPE_LENGTH_MAX = 127;
const UNKNOWN_TYPE = 'application/octet-stream';

interface ReceivedFile {
  readonly part: MultipartFile;
  readonly name: string;
  readonly contentType: string;
}

/** The one file of the request, its content still to come. Throws INVALID_REQUEST, MISSING_FIELDS or VALIDATION_ERROR. */
export async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new Refusal('INVALID_REQUEST', [{ path: '', message: 'Send the file as multipart/form-data.' }]);
  const part = await request.file().catch(unreadable);
  if (part === undefined || part.fieldname !== FIELD) throw new Refusal('MISSING_FIELDS', [{ path: FIELD, message: 'Required.' }]);
  const name = AttachmentName.safeParse(part.filename ?? '');
  if (!name.success) throw refuseField(FIELD, name.error.issues[0]?.message ?? '');
  return { part, name: name.data, contentType: contentTypeOf(part.mimetype) };
}

/** A form without a boundary, or one that breaks off. */
function unreadable(): never {
  throw new Refusal('INVALID_REQUEST', [{ path: '', message: 'The form cannot be read.' }]);
}

/** The content as it comes. Throws where it is empty, or longer than allowed. */
export async function* contentOf(part: MultipartFile): AsyncGenerator<Uint8Array> {
  let empty = true;
  try {
    for await (const chunk of part.file) {
      const bytes = chunk as Buffer;
      empty &&= bytes.byteLength === 0;
      yield bytes;
    }
  } catch {
    unreadable();
  }
  if (part.file.truncated) throw new Refusal('FILE_TOO_LARGE');
  if (empty) throw refuseField(FIELD, 'The file is empty.');
}

/** The whole content, which is at most as long as the form allows. */
export async function wholeOf(part: MultipartFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of contentOf(part)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A media type without parameters; what cannot be one is unknown. */
export function contentTypeOf(claimed: string): string {
  const type = claimed.toLowerCase();
  return type.length <= CONTENT_TYPE_LENGTH_MAX && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(type)
    ? type
    : UNKNOWN_TYPE;
}
