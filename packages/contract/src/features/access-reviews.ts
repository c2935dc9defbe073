// Who held which right at the end of a day, told from the events up to then.
import * as z from 'zod';
import { ReportDay } from '../as-of.ts';
import { route } from '../wire.ts';

export const RightKind = z.enum(['organisation', 'entity', 'api_key', 'signing_key']);
export type RightKind = z.output<typeof RightKind>;

export const Right = z.object({
  kind: RightKind,
  /** null: the system itself, which signs the log. */
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  /** The name, then, of the service account that holds it; null: a person or the system does. */
  service_account: z.string().nullable(),
  /** owner, member, auditor; entity_admin, entity_member; read, post, admin; chain, intent. */
  right: z.string(),
  /** What it is a right in, or with: the code of an entity, the name of a key. */
  object: z.string(),
  object_id: z.string().nullable(),
  /** False where it gave nothing then: of an entity that was not active. */
  in_force: z.boolean(),
  since: z.string(),
  /** The event that gave it. */
  seq: z.number().int(),
  given_by: z.string(),
  given_by_email: z.string().nullable(),
  given_by_service_account: z.string().nullable(),
  /** When it ends by itself; null: it does not. */
  until: z.string().nullable(),
  /** The addresses and networks that an API key could be used from; none: all that the organisation took calls from. */
  networks: z.array(z.string()),
});
export type Right = z.output<typeof Right>;

const query = z.strictObject({
  /** The day, in UTC, at whose end; that of today is now. */
  on: ReportDay.optional(),
});

export const accessReviews = {
  get: route({
    method: 'GET',
    path: '/api/internal/access-review',
    v1: { path: '/api/v1/access-review' },
    summary:
      'Who held which right at the end of a day: roles of people and service accounts, API keys and signing keys, from the events up to then',
    needs: 'member',
    query,
    ok: z.object({
      on: z.string(),
      /** The last event that counts. */
      seq: z.number().int(),
      event_hash: z.string(),
      rights: z.array(Right),
    }),
    codes: ['NOT_FOUND', 'VALIDATION_ERROR'],
  }),
  csv: route({
    method: 'GET',
    path: '/api/internal/access-review.csv',
    v1: { path: '/api/v1/access-review.csv' },
    summary: 'The same as a file',
    needs: 'member',
    query,
    file: 'text/csv',
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'VALIDATION_ERROR'],
  }),
} as const;
