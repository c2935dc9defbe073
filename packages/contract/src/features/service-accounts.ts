// Programs that act as themselves: an account with API keys, a role and roles in entities of its own, which no person's leaving ends. It approves
// nothing, whatever its role.
import * as z from 'zod';
import { LABEL_LENGTH_MAX, requiredText, Uuid } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';
import { EntityRole } from './entities.ts';
import { TenantRole } from './people.ts';

export const ServiceAccountName = requiredText(LABEL_LENGTH_MAX, 'Name');

export const ServiceAccount = z.object({
  id: z.string(),
  name: z.string(),
  role: TenantRole,
  status: z.enum(['active', 'deactivated']),
  created_at: z.string(),
  created_by: z.string(),
  deactivated_at: z.string().nullable(),
  /** API keys of its own that can be used now. */
  live_keys: z.number().int(),
  /** By any of its keys, to the minute; null: never. */
  last_used_at: z.string().nullable(),
  /** Its roles in entities, by code. */
  entities: z.array(z.object({ id: z.string(), code: z.string(), role: EntityRole })),
});
export type ServiceAccount = z.output<typeof ServiceAccount>;

const one = z.object({ service_account: ServiceAccount });
const params = z.object({ id: Uuid });

export const serviceAccounts = {
  list: route({
    method: 'GET',
    path: '/api/internal/service-accounts',
    v1: { path: '/api/v1/service-accounts' },
    summary: 'Service accounts, those in use first; each with its roles, and when its keys were last used',
    needs: 'member',
    ok: z.object({ service_accounts: z.array(ServiceAccount) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/service-accounts',
    summary: 'Make a service account; API keys are made for it, and roles in entities are given to it, by calls of their own',
    needs: 'owner',
    body: z.strictObject({ name: ServiceAccountName, role: TenantRole.default('member') }),
    ok: one,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'MISSING_FIELDS', 'VALIDATION_ERROR'],
  }),
  rename: route({
    method: 'POST',
    path: '/api/internal/service-accounts/:id/rename',
    summary: 'Give a service account another name',
    needs: 'owner',
    params,
    body: z.strictObject({ name: ServiceAccountName }),
    ok: one,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'MISSING_FIELDS', 'VALIDATION_ERROR', 'SERVICE_ACCOUNT_INACTIVE'],
  }),
  changeRole: route({
    method: 'POST',
    path: '/api/internal/service-accounts/:id/role',
    summary: 'Give a service account another role in the organisation',
    needs: 'owner',
    params,
    body: z.strictObject({ role: TenantRole }),
    ok: one,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_ACCOUNT_INACTIVE', 'CHANGE_PENDING'],
  }),
  deactivate: route({
    method: 'POST',
    path: '/api/internal/service-accounts/:id/deactivate',
    summary: 'End a service account for good, with its keys and its roles in entities; again changes nothing',
    needs: 'owner',
    evenReadOnly: true,
    params,
    ok: one,
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
