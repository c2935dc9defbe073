import { policies as contract, type Policy, type PolicyEvaluation } from '@countinghouse/contract/features/policies';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { ECB_BASE } from '@countinghouse/kernel/fx/find-rate';
import type { IntentExecuted, IntentRejected } from '@countinghouse/kernel/intents/events';
import { BUDGET_UNITS } from '@countinghouse/kernel/policies/compile';
import { usedUnitsOf } from '@countinghouse/kernel/policies/rung';
import { readSpec } from '@countinghouse/kernel/policies/spec';
import type { Hook } from '@countinghouse/kernel/policies/types';
import {
  compiledOf,
  intentHooks,
  lockHooks,
  POLICY_TIME_MAX_MS,
  type PolicyControl,
  refusalIn,
  runPolicy,
} from '@countinghouse/kernel/policies/verdicts';
import { showView, viewIntent } from '@countinghouse/kernel/policies/view';
import { readInstant } from '@countinghouse/kernel/time/instant';
import { listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { listRatesInForce } from '@countinghouse/store/features/fx/reads';
import { listPolicies, type PolicyRow, readPolicyBooks } from '@countinghouse/store/features/policies/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import { keptNamesOf } from '../../wire/references.ts';
import { pastIntent, sampleOf, seenBy, type TriedIntent } from './rules.ts';

export const list = reading(contract.list, async ({ tenant: { tenant_id }, input }, { readerPool }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listPolicies(tx, tenant_id));
  const all: Policy[] = [];
  const inForce = new Map<string, PolicyControl>();
  for (const row of rows) {
    const policy = await toWire(row);
    all.push(policy);
    if (policy.retired_at === null) inForce.set(policy.id, { ...policy, spec: policy.spec as JsonObject, retired: false });
  }
  const budgetOf = (hooks: readonly Hook[]) => ({
    hooks: [...hooks],
    used_units: usedUnitsOf(inForce, hooks[0] as Hook),
    budget_units: BUDGET_UNITS,
  });
  const { q, state, hook } = input.query;
  const wanted = q?.toLowerCase() ?? '';
  const policies = all.filter(
    (p) =>
      (state === 'all' || (state === 'retired') === (p.retired_at !== null)) &&
      (hook === undefined || p.hook === hook) &&
      `${p.name}\n${p.expr}`.toLowerCase().includes(wanted),
  );
  return { policies, total: all.length, budgets: [budgetOf(intentHooks), budgetOf(lockHooks)] };
});

export const evaluate = handler(contract.evaluate, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { readerPool, clock } = services;
  const { spec, control_id: controlId, intent_id: intentId, sample } = input.body;
  const at = clock.now();
  const nameOf = await keptNamesOf(services, tenant_id, sample?.rows ?? []);
  const { tried, books } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const asked = sample === undefined ? null : sampleOf(sample, caller.session.userId, at, nameOf);
    const found = intentId === undefined ? asked : await findPast(tx, tenant_id, intentId);
    const rows = found?.rows ?? [];
    const accounts = rows.flatMap((r) => [r.debit, r.credit]);
    const books = await readPolicyBooks(tx, tenant_id, accounts);
    const currencies = [...new Set([...rows.map((r) => r.currency), books.reportingCurrency, ECB_BASE])];
    for (const r of await listRatesInForce(tx, tenant_id, currencies, found?.at ?? at)) {
      const rate = { rate: r.rate, asofUs: readInstant(r.asof), source: r.source };
      books.fxRates.set(`${r.base_currency}/${r.quote_currency}`, [rate]);
    }
    return { tried: found, books };
  });
  const seen = tried === null ? null : seenBy(books, tried);
  await compileAll([...books.controls.values()]);
  return evaluateSpec(spec as JsonObject, books.controls, controlId ?? null, seen === null ? null : viewIntent(books, seen));
});

/** One after the other, so that nobody waits for all of them at once. */
async function compileAll(controls: readonly Pick<PolicyControl, 'spec'>[]): Promise<void> {
  for (const control of controls) {
    compiledOf(control);
    await new Promise(setImmediate);
  }
}

async function findPast(tx: Tx, tenantId: string, intentId: string): Promise<TriedIntent> {
  const [event] = await listEventsOfIntent(tx, tenantId, intentId);
  if (event === undefined) throw new Refusal('NOT_FOUND', { intent_id: intentId });
  return pastIntent(JSON.parse(event.payload) as IntentExecuted | IntentRejected, event.event_ts);
}

const nothing = { fault: null, cost: null, result: null, seen: null } as const;

function evaluateSpec(
  spec: JsonObject,
  controls: ReadonlyMap<string, PolicyControl>,
  controlId: string | null,
  viewed: ReturnType<typeof viewIntent> | null,
): PolicyEvaluation {
  const found = readSpec(spec);
  const seen = viewed === null ? null : (showView(viewed.value) as Record<string, unknown>);
  if (found.is === 'other')
    return { ...nothing, seen, fault: { path: 'spec', message: 'A policy has a hook and an expr.', line: null, column: null } };
  if (found.is === 'fault') {
    const { path, message, at } = found;
    return { ...nothing, seen, fault: { path, message: at?.message ?? message, line: at?.line ?? null, column: at?.column ?? null } };
  }
  const { policy } = found;
  const cost = {
    units: policy.costUnits,
    others_units: usedUnitsOf(controls, policy.hook, controlId),
    budget_units: BUDGET_UNITS,
    max_rows: policy.maxRows,
  };
  if (viewed === null || policy.hook === 'period.lock') return { ...nothing, cost, seen };
  const untilMs = performance.now() + POLICY_TIME_MAX_MS;
  const { said, spentUnits } = runPolicy(policy, viewed, BUDGET_UNITS, () => performance.now() > untilMs);
  const allows = refusalIn([{ control_id: '', version: 1, hook: policy.hook, ...said }]) === null;
  const result = { answer: said.answer, allows, failure: said.failure ?? null, why: said.why ?? null, spent_units: spentUnits };
  return { ...nothing, cost, result, seen };
}

async function toWire({ spec: text, ...row }: PolicyRow): Promise<Policy> {
  const spec = JSON.parse(text) as JsonObject;
  const found = readSpec(spec);
  await new Promise(setImmediate);
  const policy = found.is === 'policy' ? found.policy : null;
  return {
    ...row,
    spec,
    hook: spec['hook'] as Hook,
    expr: String(spec['expr']),
    max_rows: policy?.maxRows ?? 0,
    cost_units: policy?.costUnits ?? null,
  };
}

export const policiesHandlers: readonly Handler[] = [list, evaluate];
