// The registry of controls: what must hold, and who attested that it does. A control whose spec has `hook` and `expr` is a policy.
import * as z from 'zod';
import { JsonRecord, LABEL_LENGTH_MAX, requiredText, text, Uuid } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';

// Source: specification §5, §9; decision 0031.
export const CONTROL_SPEC_INVALID = 'Control spec must be valid JSON';
export const CONTROL_NOT_SELECTED = 'Select a control to attest';
export const EVIDENCE_LENGTH_MAX = 4000;
export const ATTESTATIONS_SHOWN_MAX = 200;

export const AttestationStatus = z.enum(['passed', 'failed']);
export type AttestationStatus = z.output<typeof AttestationStatus>;
export const DueState = z.enum(['none', 'later', 'due', 'overdue']);
export type DueState = z.output<typeof DueState>;

export const Attestation = z.object({
  /** The event that it left. */
  seq: z.number().int(),
  /** The version that was looked at. */
  version: z.number().int(),
  status: AttestationStatus,
  evidence: z.string(),
  attested_at: z.string(),
  attested_by: z.string(),
});
export type Attestation = z.output<typeof Attestation>;

export const ControlVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  spec: z.record(z.string(), z.unknown()),
  registered_at: z.string(),
  registered_by: z.string(),
  seq: z.number().int(),
});
export type ControlVersion = z.output<typeof ControlVersion>;

export const Control = ControlVersion.extend({
  id: z.string(),
  /** Of a policy: where it is asked, and what; null for a control that people look after. */
  hook: z.string().nullable(),
  expr: z.string().nullable(),
  /** When its first version was registered. */
  created_at: z.string(),
  retired_at: z.string().nullable(),
  retired_by: z.string().nullable(),
  attest_every_days: z.number().int().nullable(),
  /** The day by which it must be attested next, and how that stands today; of a retired control `none`. */
  due_on: z.string().nullable(),
  due: DueState,
  last_attestation: Attestation.nullable(),
});
export type Control = z.output<typeof Control>;

export const NewControl = z.strictObject({
  /** Made by the client. One that is known makes the next version of that control. */
  id: Uuid,
  name: requiredText(LABEL_LENGTH_MAX, 'Name'),
  spec: JsonRecord,
});

export const NewAttestation = z.strictObject({
  controlId: z.guid(CONTROL_NOT_SELECTED).toLowerCase(),
  status: AttestationStatus,
  evidence: text(EVIDENCE_LENGTH_MAX).trim().default(''),
});

const one = z.object({ control: Control });
const params = z.object({ id: Uuid });

export const controls = {
  list: route({
    method: 'GET',
    path: '/api/internal/compliance/controls',
    v1: { path: '/api/v1/controls' },
    summary: 'Every control, the retired ones last, with what is due',
    needs: 'member',
    ok: z.object({ controls: z.array(Control) }),
  }),
  register: route({
    method: 'POST',
    path: '/api/internal/compliance/controls',
    summary: 'Register a control, or the next version of one',
    needs: 'owner',
    body: NewControl,
    ok: one,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'VALIDATION_ERROR', 'MISSING_FIELDS', 'CONTROL_RETIRED', 'CONTROLS_FULL', 'CHANGE_PENDING'],
  }),
  get: route({
    method: 'GET',
    path: '/api/internal/compliance/controls/:id',
    v1: { path: '/api/v1/controls/:id' },
    summary: 'A control with its versions and attestations, newest first',
    needs: 'member',
    params,
    ok: z.object({ control: Control, versions: z.array(ControlVersion), attestations: z.array(Attestation) }),
    codes: ['NOT_FOUND'],
  }),
  retire: route({
    method: 'POST',
    path: '/api/internal/compliance/controls/:id/retire',
    summary: 'Take a control out of force for good',
    needs: 'owner',
    params,
    ok: one,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'NOT_FOUND', 'CONTROL_RETIRED', 'CHANGE_PENDING'],
  }),
  attest: route({
    method: 'POST',
    path: '/api/internal/compliance/attest',
    summary: 'Attest whether a control holds',
    needs: 'owner',
    body: NewAttestation,
    ok: one,
    codes: ['FORBIDDEN', 'VALIDATION_ERROR', 'MISSING_FIELDS', 'NOT_FOUND', 'CONTROL_RETIRED'],
  }),
} as const;
