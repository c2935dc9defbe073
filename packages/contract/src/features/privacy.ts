// Words that tell of persons: encrypt them, destroy them, change their key, hand them out.
import * as z from 'zod';
import { Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { Email } from './auth.ts';

/** Typed before everything is destroyed. Source: specification §5, §9. */
export const ERASE_WORD = 'ERASE';

/** What screens show in place of words that were erased. */
export const ERASED = 'erased';

/** `clear`: a reference is in the event, for good. `token`: its words are beside the log, and can be erased. */
export const ReferencesKept = z.enum(['clear', 'token']);

export const Privacy = z.object({
  /** Whether words are written encrypted. */
  tokenised: z.boolean(),
  /** Of the data key in use; 0 before the first. */
  key_version: z.number().int(),
  /** Words that are kept: all, those not encrypted, and those that wait to be encrypted under the key in use. */
  records: z.number().int(),
  plain: z.number().int(),
  behind: z.number().int(),
  /** `running` while anything is behind, or its end was not noted yet. */
  /** E-mails with which members sign in: they belong to accounts of people, and none of these acts touches them. */
  sign_in_emails: z.number().int(),
  encryption: z.enum(['idle', 'running']),
  erasures: z.number().int(),
  tokenised_at: z.string().nullable(),
  rotated_at: z.string().nullable(),
  reencrypted_at: z.string().nullable(),
  erased_at: z.string().nullable(),
  /** How references of accounts and bank accounts of sources go into new events, and since when; null: since the first. */
  references: ReferencesKept,
  references_set_at: z.string().nullable(),
});
export type Privacy = z.output<typeof Privacy>;

/** Exactly one of the two. */
export const Subject = z.union([z.strictObject({ email: Email }), z.strictObject({ party_id: Uuid })]);

export const privacy = {
  tokenise: route({
    method: 'POST',
    path: '/api/internal/gdpr/encrypt-now',
    summary: 'Encrypt the stored e-mails and other personal words; from then on they are written encrypted',
    needs: 'owner',
    superToken: 'tokenise',
    body: z.strictObject({}),
    ok: z.object({
      /** Records that this call encrypted. */
      tokenized: z.number().int(),
      /** What the server goes on with by itself. */
      remaining: z.number().int(),
      /** E-mails with which members sign in, which stay as they are. */
      sign_in_emails_kept: z.number().int(),
    }),
    codes: ['FORBIDDEN', 'TOO_MANY_ATTEMPTS'],
  }),
  erase: route({
    method: 'POST',
    path: '/api/internal/gdpr/crypto-erase',
    summary: 'Destroy the keys of the personal words, everywhere and for good; also when read-only',
    needs: 'owner',
    superToken: 'erase',
    evenReadOnly: true,
    body: z.strictObject({}),
    ok: z.object({
      status: z.literal('erased'),
      /** Which erasure of this organisation it was, from 1. */
      erasure: z.number().int(),
      /** Words that were kept until then. */
      records: z.number().int(),
      /** E-mails with which members sign in, which stay as they are. */
      sign_in_emails_kept: z.number().int(),
    }),
    codes: ['FORBIDDEN', 'TOO_MANY_ATTEMPTS'],
  }),
  rotate: route({
    method: 'POST',
    path: '/api/internal/crypto/rotate-tenant-key',
    summary: 'Take a new data key; what is under the old one is encrypted again in the background',
    needs: 'owner',
    superToken: 'rotate',
    body: z.strictObject({}),
    ok: z.object({ status: z.literal('queued'), key_version: z.number().int() }),
    codes: ['FORBIDDEN', 'TOO_MANY_ATTEMPTS'],
  }),
  status: route({
    method: 'GET',
    path: '/api/internal/privacy/status',
    v1: { path: '/api/v1/privacy' },
    summary: 'How personal words are kept, and how far their encryption is',
    needs: 'member',
    ok: z.object({ privacy: Privacy }),
  }),
  setReferences: route({
    method: 'POST',
    path: '/api/internal/privacy/references',
    v1: { path: '/api/v1/privacy/references' },
    summary:
      'Say how references of accounts and bank accounts of sources go into events from now on: in the clear, or as tokens; earlier events stay',
    needs: 'owner',
    body: z.strictObject({ references: ReferencesKept }),
    ok: z.object({ privacy: Privacy }),
    codes: ['FORBIDDEN'],
  }),
  exportSubject: route({
    method: 'POST',
    path: '/api/internal/privacy/subject-export',
    summary: 'Everything that is held about one e-mail address or one party, as a JSON file',
    needs: 'owner',
    evenReadOnly: true,
    body: Subject,
    ok: z.unknown(),
    file: 'application/json',
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
