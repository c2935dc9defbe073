// Files on intents, accounts, parties and periods: an invoice, a contract. The event carries the SHA-256 of the content and a token of the name.
import * as z from 'zod';
import { line, Sha256Hex, Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { IntentId } from './intents.ts';

// Source: decision 0020.
export const ATTACHMENT_BYTES_MAX = 10_485_760;
export const ATTACHMENT_NAME_LENGTH_MAX = 255;

/** The name of a file, without folders. */
export const AttachmentName = line(ATTACHMENT_NAME_LENGTH_MAX).min(1, 'A file needs a name.');

export const Attachment = z.object({
  sha256: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** As its sender called it. */
  content_type: z.string(),
  name: z.string(),
  added_at: z.string(),
  added_by: z.string(),
  /** The event that noted it. */
  seq: z.number().int(),
  /** Whether the content is there; whether it is right is found out by downloading it. */
  stored: z.boolean(),
});
export type Attachment = z.output<typeof Attachment>;

const ofIntent = z.object({ intent_id: IntentId });
const byId = z.object({ id: Uuid });
const file = byId.extend({ sha256: Sha256Hex });
const listed = z.object({ attachments: z.array(Attachment) });
const added = z.object({ attachment: Attachment });
const takesFile = { bytesMax: ATTACHMENT_BYTES_MAX };

export const attachments = {
  list: route({
    method: 'GET',
    path: '/api/internal/intents/:intent_id/attachments',
    v1: { path: '/api/v1/intents/:intent_id/attachments' },
    summary: 'The files on an intent',
    needs: 'member',
    params: ofIntent,
    ok: listed,
    codes: ['NOT_FOUND'],
  }),
  add: route({
    method: 'POST',
    path: '/api/internal/intents/:intent_id/attachments',
    v1: { path: '/api/v1/intents/:intent_id/attachments' },
    summary: 'Attach a file of at most 10 MB to an intent: multipart/form-data with one part called file',
    needs: 'member',
    grant: 'post',
    params: ofIntent,
    takesFile,
    ok: added,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'ATTACHMENTS_FULL', 'FILE_TOO_LARGE'],
  }),
  download: route({
    method: 'GET',
    path: '/api/internal/intents/:intent_id/attachments/:sha256',
    v1: { path: '/api/v1/intents/:intent_id/attachments/:sha256' },
    summary: 'The content of a file on an intent, its hash checked before the first byte',
    needs: 'member',
    params: ofIntent.extend({ sha256: Sha256Hex }),
    file: 'application/octet-stream',
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'ATTACHMENT_DAMAGED'],
  }),
  listOfAccount: route({
    method: 'GET',
    path: '/api/v1/accounts/:id/attachments',
    summary: 'The files on an account',
    needs: 'member',
    params: byId,
    ok: listed,
    codes: ['NOT_FOUND'],
  }),
  addToAccount: route({
    method: 'POST',
    path: '/api/internal/accounts/:id/attachments',
    v1: { path: '/api/v1/accounts/:id/attachments' },
    summary: 'Attach a file of at most 10 MB to an account: multipart/form-data with one part called file',
    needs: 'member',
    grant: 'admin',
    params: byId,
    takesFile,
    ok: added,
    codes: ['NOT_FOUND', 'FORBIDDEN', 'ATTACHMENTS_FULL', 'FILE_TOO_LARGE'],
  }),
  downloadFromAccount: route({
    method: 'GET',
    path: '/api/v1/accounts/:id/attachments/:sha256',
    summary: 'The content of a file on an account, its hash checked before the first byte',
    needs: 'member',
    params: file,
    file: 'application/octet-stream',
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'ATTACHMENT_DAMAGED'],
  }),
  listOfParty: route({
    method: 'GET',
    path: '/api/v1/parties/:id/attachments',
    summary: 'The files on a party',
    needs: 'member',
    params: byId,
    ok: listed,
    codes: ['NOT_FOUND'],
  }),
  addToParty: route({
    method: 'POST',
    path: '/api/internal/parties/:id/attachments',
    v1: { path: '/api/v1/parties/:id/attachments' },
    summary: 'Attach a file of at most 10 MB to a party: multipart/form-data with one part called file',
    needs: 'member',
    grant: 'admin',
    params: byId,
    takesFile,
    ok: added,
    codes: ['NOT_FOUND', 'ATTACHMENTS_FULL', 'FILE_TOO_LARGE'],
  }),
  downloadFromParty: route({
    method: 'GET',
    path: '/api/v1/parties/:id/attachments/:sha256',
    summary: 'The content of a file on a party, its hash checked before the first byte',
    needs: 'member',
    params: file,
    file: 'application/octet-stream',
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'ATTACHMENT_DAMAGED'],
  }),
  listOfPeriod: route({
    method: 'GET',
    path: '/api/v1/periods/:id/attachments',
    summary: 'The files on a period',
    needs: 'member',
    params: byId,
    ok: listed,
    codes: ['NOT_FOUND'],
  }),
  addToPeriod: route({
    method: 'POST',
    path: '/api/v1/periods/:id/attachments',
    summary: 'Attach a file of at most 10 MB to a period: multipart/form-data with one part called file',
    needs: 'member',
    params: byId,
    takesFile,
    ok: added,
    codes: ['NOT_FOUND', 'ATTACHMENTS_FULL', 'FILE_TOO_LARGE'],
  }),
  downloadFromPeriod: route({
    method: 'GET',
    path: '/api/v1/periods/:id/attachments/:sha256',
    summary: 'The content of a file on a period, its hash checked before the first byte',
    needs: 'member',
    params: file,
    file: 'application/octet-stream',
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'ATTACHMENT_DAMAGED'],
  }),
} as const;
