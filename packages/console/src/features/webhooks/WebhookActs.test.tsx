import { tenants } from '@countinghouse/contract/features/tenants';
import type { Webhook } from '@countinghouse/contract/features/webhooks';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw, mine, serve } from '../../test-console.tsx';
import { WebhookActs } from './WebhookActs.tsx';

const endpoint = (more: Partial<Webhook>): Webhook => ({
  id: 'primary',
  purpose: 'audit_export',
  name: 'Audit export, primary',
  url: 'https://siem.example.com/',
  event_types: [],
  payload_version: 1,
  enabled: true,
  created_at: '2026-01-01T00:00:00Z',
  created_by: 'u',
  state: 'current',
  acknowledged_seq: 1,
  head_seq: 1,
  backlog: 0,
  attempts: 0,
  next_try_at: null,
  failing_since: null,
  last_error: null,
  last_taken_at: null,
  old_secret_until: null,
  dead_letters: 0,
  ...more,
});
async function openActs(webhook: Webhook) {
  serve({ [tenants.mine.path]: mine });
  const { router } = draw(<WebhookActs webhook={webhook} onTested={() => {}} />, '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: `Acts of ${webhook.name}` }));
  const items = await screen.findAllByRole('menuitem');
  return { router, labels: items.map(({ textContent }) => textContent) };
}

test('an endpoint of a program is edited, paused and deleted', async () => {
  const { labels } = await openActs(endpoint({ id: 'w', purpose: 'events', name: 'Warehouse' }));
  expect(labels).toEqual(['Edit', 'Pause', 'Replay events', 'New secret', 'Delete']);
});

test('one of the audit export is set where that is, and has a replay and a new secret like any other', async () => {
  const { labels, router } = await openActs(endpoint({}));
  expect(labels).toEqual(['Set its address', 'Replay events', 'New secret']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Set its address' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/admin/audit-export'));
});
