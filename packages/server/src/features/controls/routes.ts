import { ATTESTATIONS_SHOWN_MAX, type Control, type ControlVersion, controls as contract } from '@countinghouse/contract/features/controls';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { dueAt, dueOn } from '@countinghouse/kernel/controls/due';
import { attestEveryDays, policyOf } from '@countinghouse/kernel/controls/spec';
import {
  type ControlRow,
  type ControlVersionRow,
  findControl,
  listAttestations,
  listControls,
  listControlVersions,
} from '@countinghouse/store/features/controls/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const list = reading(contract.list, async ({ tenant: { tenant_id } }, { readerPool, clock }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listControls(tx, tenant_id));
  return { controls: rows.map((row) => toWire(row, clock.today())) };
});

export const register = handler(contract.register, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id, name, spec } = input.body;
  done(await services.ledger.submit(tenant_id, { type: 'control.register', actor: caller.actor, id, name, spec: spec as JsonObject }));
  return find(services, tenant_id, id);
});

export const get = reading(contract.get, async ({ tenant: { tenant_id }, input: { params } }, { readerPool, clock }) => {
  const found = await read(readerPool, { tenantId: tenant_id }, async (tx) => ({
    row: await findControl(tx, tenant_id, params.id),
    versions: await listControlVersions(tx, tenant_id, params.id),
    attestations: [...(await listAttestations(tx, tenant_id, params.id, ATTESTATIONS_SHOWN_MAX))],
  }));
  if (found.row === null) throw new Refusal('NOT_FOUND');
  return { control: toWire(found.row, clock.today()), versions: found.versions.map(toVersion), attestations: found.attestations };
});

export const retire = handler(contract.retire, async ({ tenant: { tenant_id }, caller, input: { params } }, services) => {
  done(await services.ledger.submit(tenant_id, { type: 'control.retire', actor: caller.actor, id: params.id }));
  return find(services, tenant_id, params.id);
});

export const attest = handler(contract.attest, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { controlId, status, evidence } = input.body;
  done(await services.ledger.submit(tenant_id, { type: 'control.attest', actor: caller.actor, controlId, status, evidence }));
  return find(services, tenant_id, controlId);
});

const toVersion = ({ spec, ...row }: ControlVersionRow): ControlVersion => ({ ...row, spec: JSON.parse(spec) as JsonObject });

function toWire({ spec: text, ...row }: ControlRow, today: string): Control {
  const spec = JSON.parse(text) as JsonObject;
  const policy = policyOf(spec);
  const every = attestEveryDays(spec);
  const day =
    row.retired_at === null ? dueOn(every, row.created_at.slice(0, 10), row.last_attestation?.attested_at.slice(0, 10) ?? null) : null;
  return {
    ...row,
    spec,
    hook: policy?.hook ?? null,
    expr: policy?.expr ?? null,
    attest_every_days: every,
    due_on: day,
    due: dueAt(day, today),
  };
}

async function find({ readerPool, clock }: Services, tenantId: string, id: string): Promise<{ readonly control: Control }> {
  const row = await read(readerPool, { tenantId }, (tx) => findControl(tx, tenantId, id));
  if (row === null) throw new Refusal('NOT_FOUND');
  return { control: toWire(row, clock.today()) };
}

export const controlsHandlers: readonly Handler[] = [list, register, get, retire, attest];
