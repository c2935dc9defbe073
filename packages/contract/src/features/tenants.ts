import * as z from 'zod';
import { Done, IsoCurrencyCode, line, Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { TenantRole } from './people.ts';

// Source: specification §5, §9.
export const ORGANISATION_NAME_LENGTH_MIN = 2;
export const ORGANISATION_NAME_LENGTH_MAX = 40;
export const ORGANISATION_NAME_INPUT_MAX = 64;
export const ORGANISATIONS_PAGE_SIZE = 12;
/** Typed, in any case, to delete an organisation. */
export const DELETE_WORD = 'DELETE';
/** Before the name field of the modal is focused. */
export const MODAL_FOCUS_DELAY_MS = 40;
const nameRule = 'Organisation name must be between 2 and 40 characters.';

export const OrganisationName = line(ORGANISATION_NAME_INPUT_MAX)
  .min(ORGANISATION_NAME_LENGTH_MIN, nameRule)
  .max(ORGANISATION_NAME_LENGTH_MAX, nameRule);

export const SigningMode = z.enum(['DEV', 'STANDARD', 'EXTERNAL_JWKS']);

export const Tenant = z.object({
  id: z.string(),
  name: z.string(),
  role: TenantRole,
  readOnly: z.boolean(),
  /** Whether it is read-only because a check found that the ledger is not what its log says. */
  broken: z.boolean(),
  capabilities: z.array(z.enum(['tenant:admin', 'tenant:owner', 'tenant:auditor'])),
  reportingCurrency: z.string(),
  signingMode: SigningMode,
  enforceSignedIntents: z.boolean(),
  /** Whether its members need a second factor; who has none can do nothing else in it. */
  secondFactorRequired: z.boolean(),
  /** Why this session does not open it; null: it does. */
  barred: z.enum(['ADDRESS_NOT_ALLOWED', 'SSO_REQUIRED', 'SSO_SECOND_FACTOR_MISSING', 'SECOND_FACTOR_REQUIRED']).nullable(),
  members: z.number().int(),
  owners: z.number().int(),
});
export type Tenant = z.output<typeof Tenant>;

export const NewTenant = z.strictObject({ name: OrganisationName, reporting_currency: IsoCurrencyCode.optional() });

export const tenants = {
  mine: route({
    method: 'GET',
    path: '/api/internal/tenants/mine',
    v1: { path: '/api/v1/tenants' },
    summary: 'The organisations of the signed-in person',
    needs: 'session',
    ok: z.object({
      tenants: z.array(Tenant),
      currentId: z.string().nullable(),
      hasCookie: z.boolean(),
      /** Where this call came from. */
      address: z.string(),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/tenants/create',
    summary: 'Create an organisation; its maker becomes owner',
    needs: 'session',
    body: NewTenant,
    ok: z.object({ tenantId: z.string() }),
  }),
  switch: route({
    method: 'POST',
    path: '/api/internal/tenants/switch',
    summary: 'Make an organisation the current one of this session',
    needs: 'session',
    body: z.strictObject({ tenantId: Uuid }),
    ok: z.object({ currentId: z.string() }),
    codes: ['NOT_FOUND'],
  }),
  rename: route({
    method: 'POST',
    path: '/api/internal/tenants/rename',
    summary: 'Give the organisation another name',
    needs: 'owner',
    body: z.strictObject({ name: OrganisationName }),
    ok: Done,
    codes: ['FORBIDDEN'],
  }),
  deactivate: route({
    method: 'POST',
    path: '/api/internal/tenants/deactivate',
    summary: 'Make the organisation read-only',
    needs: 'owner',
    body: z.strictObject({}),
    ok: Done,
    codes: ['FORBIDDEN'],
  }),
  clearReadOnly: route({
    method: 'POST',
    path: '/api/internal/tenants/clear-readonly',
    summary: 'End the read-only state',
    needs: 'owner',
    evenReadOnly: true,
    body: z.strictObject({}),
    ok: Done,
    codes: ['FORBIDDEN', 'LEDGER_BROKEN'],
  }),
  delete: route({
    method: 'POST',
    path: '/api/internal/tenants/delete',
    summary: 'Archive the organisation: access ends at once, the data stays',
    needs: 'owner',
    evenReadOnly: true,
    body: z.strictObject({ confirm: z.string().max(64).optional() }),
    ok: Done,
    codes: ['FORBIDDEN', 'CONFIRMATION_REQUIRED'],
  }),
} as const;
