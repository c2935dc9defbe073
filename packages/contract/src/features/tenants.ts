import * as z from 'zod';
import { IsoCurrencyCode, text, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

// Source: specification §5, §9.
export const ORGANISATION_NAME_LENGTH_MIN = 2;
export const ORGANISATION_NAME_LENGTH_MAX = 40;
export const ORGANISATION_NAME_INPUT_MAX = 64;
export const ORGANISATIONS_PAGE_SIZE = 12;
const nameRule = 'Organisation name must be between 2 and 40 characters.';

export const OrganisationName = text(ORGANISATION_NAME_INPUT_MAX)
  .trim()
  .min(ORGANISATION_NAME_LENGTH_MIN, nameRule)
  .max(ORGANISATION_NAME_LENGTH_MAX, nameRule);

export const SigningMode = z.enum(['DEV', 'STANDARD', 'EXTERNAL_JWKS']);

export const Tenant = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'member']),
  readOnly: z.boolean(),
  capabilities: z.array(z.enum(['tenant:admin', 'tenant:owner'])),
  reportingCurrency: z.string(),
  signingMode: SigningMode,
  enforceSignedIntents: z.boolean(),
  members: z.number().int(),
  owners: z.number().int(),
});
export type Tenant = z.output<typeof Tenant>;

export const NewTenant = z.object({ name: OrganisationName, reporting_currency: IsoCurrencyCode.optional() });

export const tenants = {
  mine: route({
    method: 'GET',
    path: '/api/internal/tenants/mine',
    summary: 'The organisations of the signed-in person',
    needs: 'session',
    ok: z.object({ tenants: z.array(Tenant), currentId: z.string().nullable(), hasCookie: z.boolean() }),
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
    body: z.object({ tenantId: Uuid }),
    ok: z.object({ currentId: z.string() }),
    codes: ['NOT_FOUND'],
  }),
} as const;
