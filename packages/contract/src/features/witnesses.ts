// Witnesses of the log: somebody outside who cosigns its checkpoints, and never two that contradict each other (C2SP tlog-witness).
import { WITNESSES_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { Done, requiredText, Uuid } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';

const VKEY_LENGTH_MAX = 300;
const ADDRESS_LENGTH_MAX = 2_000;
/** How long a witness may give no answer before somebody is told. */
export const WITNESS_SILENT_AFTER_SECONDS = 3_600;

export const Witness = z.object({
  id: z.string(),
  /** That of its key. */
  name: z.string(),
  vkey: z.string(),
  url: z.string(),
  added_at: z.string(),
  /**
   * current: it cosigned the last anchor, or there is none; waiting: it is being asked; silent: it has not answered, or not as it must, for an hour;
   * refused: it says that this is not the log that it cosigned.
   */
  state: z.enum(['current', 'waiting', 'silent', 'refused']),
  /** The size of the last anchor that it cosigned; null before the first. */
  cosigned_to: z.number().int().nullable(),
  /** When, by its own clock. */
  cosigned_at: z.string().nullable(),
  failing_since: z.string().nullable(),
  refused_at: z.string().nullable(),
  last_error: z.string().nullable(),
  next_try_at: z.string().nullable(),
});
export type Witness = z.output<typeof Witness>;

export const witnesses = {
  list: route({
    method: 'GET',
    path: '/api/v1/witnesses',
    summary: 'Witnesses of the log, how far each has cosigned it, and the key by which they know the log',
    needs: 'member',
    ok: z.object({
      /** What a witness is given: the origin of the log and the key that signs its checkpoints now (C2SP signed-note). */
      log_vkey: z.string(),
      witnesses: z.array(Witness).max(WITNESSES_MAX),
    }),
  }),
  /** From the last anchor on it is offered each. */
  add: route({
    method: 'POST',
    path: '/api/internal/witnesses',
    v1: { path: '/api/v1/witnesses' },
    summary: 'Have a witness cosign the log from its last anchor on',
    needs: 'owner',
    body: z.strictObject({
      /** Of a key of type 0x04: `<name>+<key id>+<base64>`. */
      vkey: requiredText(VKEY_LENGTH_MAX, 'Key'),
      /** What stands before `/add-checkpoint`. */
      url: requiredText(ADDRESS_LENGTH_MAX, 'Address'),
    }),
    ok: z.object({ witness: Witness }),
    also: { 202: HeldChange },
    codes: ['FORBIDDEN'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/internal/witnesses/:id',
    v1: { path: '/api/v1/witnesses/:id' },
    summary: 'Ask a witness no more; what it cosigned stays',
    needs: 'owner',
    params: z.strictObject({ id: Uuid }),
    ok: Done,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'NOT_FOUND', 'CHANGE_PENDING'],
  }),
} as const;
