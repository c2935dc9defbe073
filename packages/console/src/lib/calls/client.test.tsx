import { accounts } from '@countinghouse/contract/features/accounts';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { expect, test, vi } from 'vitest';
import { mine, serve, tenant } from '../../test-console.tsx';
import { ApiError } from './api-error.ts';
import { call, onUnauthenticated } from './client.ts';
import { setPrefersWriter } from './prefer-writer.ts';

const receipt = { ok: true, status: 'executed', intentId: 'i', eventId: 'e', eventHash: 'h', seq: 1, duplicate: false };
const refusal = (code: string, status: number, message: string) => ({ status, json: { code, error: code, message, requestId: 'req-1' } });
const paths = {
  mine: '/api/internal/tenants/mine',
  list: '/api/internal/accounts/list',
  health: '/api/v1/health',
  execute: '/api/v1/intents/execute',
};

test('a call first makes sure of the organisation, names it, and asks for the writer where it writes', async () => {
  const sent = serve({ [paths.mine]: mine, [paths.list]: { json: { accounts: [], total: 0, next: null, as_of: 0 } } });
  await call(accounts.list, { body: {} });
  await call(accounts.list, { body: {} });
  expect(sent.map((s) => s.path)).toEqual([paths.mine, paths.list, paths.list]);
  expect(sent[0]?.headers).not.toHaveProperty('x-tenant-id');
  expect(sent[1]?.headers).toMatchObject({ 'x-tenant-id': tenant.id, 'x-prefer-writer': '1', 'content-type': 'application/json' });
});

test('a read asks for the writer once "Retry via writer" was pressed', async () => {
  const sent = serve({ [paths.mine]: mine, [paths.health]: refusal('UNKNOWN', 500, 'x') });
  await call(health.get, {}).catch(() => undefined);
  setPrefersWriter(true);
  await call(health.get, {}).catch(() => undefined);
  expect(sent.filter((s) => s.path === paths.health).map((s) => s.headers['x-prefer-writer'])).toEqual([undefined, '1']);
});

test('without an organisation nothing is sent', async () => {
  const sent = serve({ [paths.mine]: { json: { tenants: [], currentId: null, hasCookie: false, address: '127.0.0.1' } } });
  await expect(call(health.get, {})).rejects.toMatchObject({ code: 'NO_ORGANISATION' });
  expect(sent).toHaveLength(1);
});

test('a refusal carries code, status, message, request id and payload', async () => {
  serve({ [paths.mine]: mine, [paths.health]: refusal('FORBIDDEN', 403, 'No.') });
  const error = await call(health.get, {}).then(
    () => null,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'FORBIDDEN', status: 403, message: 'No.', requestId: 'req-1', payload: { code: 'FORBIDDEN' } });
});

test('an ended session is told to the application', async () => {
  const told = vi.fn();
  onUnauthenticated(told);
  serve({ [paths.mine]: refusal('UNAUTHENTICATED', 401, 'You need to sign in again.') });
  await expect(call(health.get, {})).rejects.toMatchObject({ status: 401 });
  expect(told).toHaveBeenCalledOnce();
});

test('a rejected intent is an answer, not an error, and the key travels in the header', async () => {
  const rejection = {
    ...receipt,
    ok: false,
    status: 'rejected',
    error: 'PERIOD_LOCKED',
    code: 'PERIOD_LOCKED',
    message: 'm',
    requestId: 'r',
  };
  const sent = serve({ [paths.mine]: mine, [paths.execute]: { status: 422, json: rejection } });
  const body = {
    intent_id: 'i',
    tenant_id: tenant.id,
    use_case: 'manual_post',
    value_date: '2026-01-01',
    proposed_actions: [],
    consent: { scope: [], granted_at: '', expires_at: '' },
  };
  const answer = await call(intents.execute, { body }, { idempotencyKey: 'k-1' });
  expect(answer).toMatchObject({ ok: false, error: 'PERIOD_LOCKED' });
  expect(sent.at(-1)?.headers['idempotency-key']).toBe('k-1');
});

test('an answer of another shape than the contract’s is refused', async () => {
  serve({ [paths.mine]: mine, [paths.health]: { json: { ok: 'yes' } } });
  await expect(call(health.get, {})).rejects.toThrow('unexpected shape');
});
