import { randomUUID } from 'node:crypto';
import { tenants as contract, DELETE_WORD } from '@countinghouse/contract/features/tenants';
import { capabilitiesOf } from '@countinghouse/contract/permissions';
import { countMembers } from '@countinghouse/store/features/tenants/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { hasSessionCookie, standingOf } from '../../auth/sessions.ts';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';

const DEFAULT_REPORTING_CURRENCY = 'USD';

export function registerTenants(app: FastifyInstance, services: Services): void {
  const { sessions, readerPool, ledger, keyring, ledgerChecks } = services;

  register(app, services, contract.mine, async ({ caller, request }) => {
    const tenants = await Promise.all(
      caller.memberships.map(async (m) => ({
        id: m.tenant_id,
        name: m.name,
        role: m.role,
        readOnly: m.read_only,
        broken: m.broken_at !== null,
        capabilities: [...capabilitiesOf(standingOf(m))],
        reportingCurrency: m.reporting_currency,
        signingMode: m.signing_mode,
        enforceSignedIntents: m.enforce_signed_intents,
        secondFactorRequired: m.second_factor_required,
        ...(await read(readerPool, { tenantId: m.tenant_id }, (tx) => countMembers(tx, m.tenant_id))),
      })),
    );
    const current = tenants.find((t) => t.id === caller.session.activeTenantId) ?? tenants[0];
    return { tenants, currentId: current?.id ?? null, hasCookie: hasSessionCookie(request) };
  });

  register(app, services, contract.create, async ({ caller, input }) => {
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

  register(app, services, contract.switch, async ({ caller, input }) => {
    const { tenantId } = input.body;
    if (!caller.memberships.some((m) => m.tenant_id === tenantId)) throw new Refusal('NOT_FOUND');
    await sessions.switchTenant(caller.session, tenantId);
    return { currentId: tenantId };
  });

  register(app, services, contract.rename, async ({ tenant, caller, input }) => {
    const outcome = await ledger.submit(tenant.tenant_id, { type: 'tenant.rename', actor: caller.actor, name: input.body.name });
    sessions.forgetAllMemberships();
    return done(outcome);
  });

  for (const [route, type] of [
    [contract.deactivate, 'tenant.deactivate'],
    [contract.clearReadOnly, 'tenant.reactivate'],
  ] as const) {
    register(app, services, route, async ({ tenant, caller }) => {
      if (type === 'tenant.reactivate' && tenant.broken_at !== null) {
        await ledgerChecks.mend(tenant.tenant_id, caller.actor);
        return { ok: true as const };
      }
      const outcome = await ledger.submit(tenant.tenant_id, { type, actor: caller.actor });
      sessions.forgetAllMemberships();
      return done(outcome);
    });
  }

  register(app, services, contract.delete, async ({ tenant, caller, input }) => {
    if (input.body.confirm?.trim().toUpperCase() !== DELETE_WORD) throw new Refusal('CONFIRMATION_REQUIRED');
    const outcome = await ledger.submit(tenant.tenant_id, { type: 'tenant.archive', actor: caller.actor });
    sessions.forgetAllMemberships();
    return done(outcome);
  });
}
