// A file that comes in: multipart/form-data with one part called file.

import { AttachmentName } from '@countinghouse/contract/features/attachments';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuseField } from './refusal.ts';

const FIELD = 'file';
const CONTENT_TYPE_LENGTH_MAX = 127;
const UNKNOWN_TYPE = 'application/octet-stream';

interface ReceivedFile {
  readonly name: string;
  readonly contentType: string;
  /** The content as it comes, once. Throws where it is empty, longer than allowed, or not alone in the form. */
  readonly content: AsyncGenerator<Uint8Array>;
}

type Parts = AsyncIterator<Multipart>;

/** The one file of the request, its content still to come. Throws INVALID_REQUEST, MISSING_FIELDS or VALIDATION_ERROR. */
export async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new Refusal('INVALID_REQUEST', [{ path: '', message: 'Send the file as multipart/form-data.' }]);
  const parts: Parts = request.parts();
  const part = await nextOf(parts);
  if (part?.type !== 'file' || part.fieldname !== FIELD) throw new Refusal('MISSING_FIELDS', [{ path: FIELD, message: 'Required.' }]);
  const name = AttachmentName.safeParse(part.filename ?? '');
  if (!name.success) throw refuseField(FIELD, name.error.issues[0]?.message ?? '');
  return { name: name.data, contentType: contentTypeOf(part.mimetype), content: contentOf(part, parts) };
}

/** What a form beyond one file is refused with by the reader of forms (`addAt` in `route.ts`). */
const BEYOND = /^FST_(?:PARTS|FILES|FIELDS)_LIMIT$/;

/** The next part of a form, undefined behind the last. Throws where there is more than one, no boundary, or the form breaks off. */
async function nextOf(parts: Parts): Promise<Multipart | undefined> {
  try {
    const next = await parts.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    const more = BEYOND.test(String((error as NodeJS.ErrnoException).code));
    throw refuseForm(more ? 'Send one file, and nothing beside it.' : 'The form cannot be read.');
  }
}

const refuseForm = (message: string): Refusal => new Refusal('INVALID_REQUEST', [{ path: '', message }]);

async function* contentOf(part: MultipartFile, parts: Parts): AsyncGenerator<Uint8Array> {
  let empty = true;
  try {
    for await (const chunk of part.file) {
      const bytes = chunk as Buffer;
      empty &&= bytes.byteLength === 0;
      yield bytes;
    }
  } catch {
    throw refuseForm('The form cannot be read.');
  }
  if (part.file.truncated) throw new Refusal('FILE_TOO_LARGE');
  if (empty) throw refuseField(FIELD, 'The file is empty.');
  // A second file would be lost, and its sender none the wiser.
  await nextOf(parts);
}

/** The whole content, which is at most as long as the form allows. */
export async function wholeOf({ content }: ReceivedFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A media type without parameters; what cannot be one is unknown. */
export function contentTypeOf(claimed: string): string {
  const type = claimed.toLowerCase();
  return type.length <= CONTENT_TYPE_LENGTH_MAX && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(type)
    ? type
    : UNKNOWN_TYPE;
}
