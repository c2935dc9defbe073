// Controls, and policies: controls with a hook.

import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from '../books.ts';

/** A control of two versions, attested both ways; one that is retired. */
export function* controls(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [kept, gone] = [randomUUID(), randomUUID()];
  const spec = { attest_every_days: 30, steps: ['look', { twice: 1.5e-7 }], note: '' };
  yield { type: 'control.register', actor, id: kept, name: 'Bank access', spec };
  yield { type: 'control.attest', actor, controlId: kept, status: 'passed', evidence: 'Looked at it.' };
  yield { type: 'control.register', actor, id: kept, name: 'Bank access', spec: { ...spec, note: 'é \\ " \u2028' } };
  yield { type: 'control.attest', actor, controlId: kept, status: 'failed', evidence: '' };
  yield { type: 'control.register', actor, id: gone, name: 'Old', spec: {} };
  yield { type: 'control.retire', actor, id: gone };
}

/** Policies of each hook that allow, refuse and have no answer; posted, reserved and let go while they are in force. */
export function* policies(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const ids: string[] = [];
  const register = (spec: JsonObject, id = randomUUID()): Command => {
    ids.push(id);
    return { type: 'control.register', actor, id, name: `Policy ${ids.length}`, spec };
  };
  yield register({ hook: 'intent.validate', expr: 'intent.rows.all(r, r.amount_minor <= 4000)' });
  const [rounded = ''] = ids;
  yield register({ hook: 'intent.validate', expr: 'intent.amount <= 30 || has(intent.constraints.waived)', max_rows: 5 });
  yield books.intent(from, to, '20');
  yield books.intent(from, to, '-40.5');
  yield books.intent(from, to, '40');
  yield books.intent(from, to, '40', { constraints: { waived: true } });
  yield register({ hook: 'intent.validate', expr: '!has(intent.metadata.team) || intent.metadata.team == "treasury"' });
  for (const team of ['treasury', 'other']) yield books.intent(from, to, '3', { request: { metadata: { team } } });
  yield register({ hook: 'intent.validate', expr: '!has(intent.constraints.of) || intent.constraints.of > 1' });
  yield books.intent(from, to, '2', { constraints: { of: 'text' } });
  const held = books.intent(from, to, '5', { useCase: 'hold' });
  yield held;
  yield books.intent(from, to, '5', { useCase: 'void', constraints: { hold: held.intentId }, fxSnapshotId: null, rows: [] });
  yield {
    type: 'control.register',
    actor,
    id: rounded,
    name: 'Policy 1',
    spec: { hook: 'intent.validate', expr: 'intent.rows.size() > 0' },
  };
  yield books.intent(from, to, '-20');
  yield register({ hook: 'intent.high_risk', expr: 'intent.amount > 15 ? 1 : 0' });
  yield books.intent(from, to, '18');
  yield register({ hook: 'period.lock', expr: 'period.gl.all(g, g.currency != "XXX") && period.start < period.end' });
  const year = new Date().getUTCFullYear() - 1;
  const range = { actor, start: `${year}-02-01`, end: `${year}-02-10`, evidenceRef: null };
  yield { ...range, type: 'period.start', id: randomUUID(), valuationSnapshotId: books.fxSnapshotId, snapshotKind: 'fx' };
  yield { ...range, type: 'period.lock', adjustmentsSnapshotId: null, adjustmentsSnapshotKind: null, adjustingEvent: null };
  for (const id of ids) yield { type: 'control.retire', actor, id };
}
