import { randomUUID } from 'node:crypto';
import { tenants as contract, DELETE_WORD } from '@countinghouse/contract/features/tenants';
import { capabilitiesOf } from '@countinghouse/contract/permissions';
import { spellAddress } from '@countinghouse/kernel/allow-lists/networks';
import { countMembers } from '@countinghouse/store/features/tenants/reads';
import { read } from '@countinghouse/store/reader';
import { admits } from '../../auth/allow-lists.ts';
import { hasSessionCookie, membershipOf } from '../../auth/sessions.ts';
import { barOf, opened } from '../../auth/sso/ways.ts';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';

const DEFAULT_REPORTING_CURRENCY = 'USD';

export const mine = handler(contract.mine, async ({ caller, request }, { readerPool, sessions }) => {
  const { session, key } = caller;
  const memberships = opened(session, key === null ? await sessions.membershipsNow(session.userId) : caller.memberships);
  const tenants = await Promise.all(
    memberships.map(async (m) => ({
      id: m.tenant_id,
      name: m.name,
      role: m.role,
      readOnly: m.read_only,
      broken: m.broken_at !== null,
      capabilities: [...capabilitiesOf(membershipOf(m))],
      reportingCurrency: m.reporting_currency,
      signingMode: m.signing_mode,
      enforceSignedIntents: m.enforce_signed_intents,
      secondFactorRequired: m.second_factor_required,
      barred: admits(m.allow_list, request.ip) ? barOf(session, m) : ('ADDRESS_NOT_ALLOWED' as const),
      ...(await read(readerPool, { tenantId: m.tenant_id }, (tx) => countMembers(tx, m.tenant_id))),
    })),
  );
  const current = tenants.find((t) => t.id === session.activeTenantId) ?? tenants[0];
  return { tenants, currentId: current?.id ?? null, hasCookie: hasSessionCookie(request), address: spellAddress(request.ip) };
});

export const create = handler(contract.create, async ({ caller, input }, { sessions, ledger, keyring }) => {
  const tenantId = randomUUID();
  const key = await keyring.generate(tenantId);
  const { name, reporting_currency } = input.body;
  const outcome = await ledger.submit(
    tenantId,
    {
      type: 'tenant.create',
      actor: { kind: 'user', id: caller.session.userId },
      name,
      reportingCurrency: reporting_currency ?? DEFAULT_REPORTING_CURRENCY,
      chainKey: key.generated,
    },
    [key.store],
  );
  writtenEvent(outcome, 'tenant.created');
  sessions.forgetMemberships(caller.session.userId);
  return { tenantId };
});

export const switchTenant = handler(contract.switch, async ({ caller, input }, { sessions }) => {
  const { tenantId } = input.body;
  const memberships = opened(caller.session, await sessions.membershipsNow(caller.session.userId));
  if (!memberships.some((m) => m.tenant_id === tenantId)) throw new Refusal('NOT_FOUND');
  await sessions.switchTenant(caller.session, tenantId);
  return { currentId: tenantId };
});

export const rename = handler(contract.rename, async ({ tenant, caller, input }, { sessions, ledger }) => {
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'tenant.rename', actor: caller.actor, name: input.body.name });
  sessions.forgetAllMemberships();
  return done(outcome);
});

export const deactivate = handler(contract.deactivate, async ({ tenant, caller }, { ledger, sessions }) => {
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'tenant.deactivate', actor: caller.actor });
  sessions.forgetAllMemberships();
  return done(outcome);
});

export const clearReadOnly = handler(contract.clearReadOnly, async ({ tenant, caller }, { ledger, ledgerChecks, sessions }) => {
  if (tenant.broken_at !== null) {
    await ledgerChecks.mend(tenant.tenant_id, caller.actor);
    return { ok: true as const };
  }
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'tenant.reactivate', actor: caller.actor });
  sessions.forgetAllMemberships();
  return done(outcome);
});

export const deleteTenant = handler(contract.delete, async ({ tenant, caller, input }, { sessions, ledger }) => {
  if (input.body.confirm?.trim().toUpperCase() !== DELETE_WORD) throw new Refusal('CONFIRMATION_REQUIRED');
  const outcome = await ledger.submit(tenant.tenant_id, { type: 'tenant.archive', actor: caller.actor });
  sessions.forgetAllMemberships();
  return done(outcome);
});

export const tenantsHandlers: readonly Handler[] = [mine, create, switchTenant, rename, deactivate, clearReadOnly, deleteTenant];
