import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, mine, serve } from '../../test-console.tsx';
import { useNames } from './use-names.ts';

const at = '2026-11-30T07:19:23Z';
const event = (event_type: string, payload: LedgerEvent['payload']): LedgerEvent => ({
  seq: 1,
  event_id: 'e',
  event_type,
  name: event_type,
  created_at: at,
  event_ts: at,
  actor_id: 'a',
  prev_hash: '0',
  event_hash: '0',
  payload_hash: '0',
  signature: null,
  head_signature: null,
  hash_version: 1,
  intent_status: null,
  payload,
});
const control = {
  id: 'c',
  name: 'Backups can be restored',
  version: 1,
  spec: {},
  registered_at: at,
  registered_by: 'a',
  seq: 1,
  hook: null,
  expr: null,
  created_at: at,
  retired_at: null,
  retired_by: null,
  attest_every_days: null,
  due_on: null,
  due: 'none',
  last_attestation: null,
};
const shown = [event('close_task.done', { id: 't' }), event('control.attested', { control_id: 'c' }), event('period.locked', { id: 'p' })];

function Names() {
  return [...useNames(shown)].map(([id, name]) => <p key={id}>{`${id}: ${name}`}</p>);
}

test('what a page names by id is looked up, and nothing else', async () => {
  const added = event('close_tasks.added', { tasks: [{ id: 't', title: 'Every bank row is settled' }] });
  const sent = serve({
    '/api/internal/tenants/mine': mine,
    '/api/v1/events': { json: { events: [added], next: null } },
    '/api/internal/compliance/controls': { json: { controls: [control] } },
  });
  draw(<Names />);
  await screen.findByText('t: Every bank row is settled');
  await screen.findByText('c: Backups can be restored');
  expect(sent.map(({ path }) => path).sort()).toEqual([
    '/api/internal/compliance/controls',
    '/api/internal/tenants/mine',
    '/api/v1/events',
  ]);
});
