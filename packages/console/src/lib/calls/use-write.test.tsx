import { approvals } from '@countinghouse/contract/features/approvals';
import { controls } from '@countinghouse/contract/features/controls';
import { periods } from '@countinghouse/contract/features/periods';
import { sessions } from '@countinghouse/contract/features/sessions';
import { yearEnds } from '@countinghouse/contract/features/year-ends';
import { QueryClient, QueryObserver, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw, mine, serve } from '../../test-console.tsx';
import { given, keyOf, q, readAgain, touch } from './query.ts';
import { useAct, useWrite } from './use-write.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const paths = {
  sessions: '/api/internal/account/sessions',
  revoke: `/api/internal/account/sessions/${ID}`,
  fourEyes: '/api/internal/settings/four-eyes',
  mine: '/api/internal/tenants/mine',
};

test('the key of a query begins with its feature and its route, and tells inputs apart', () => {
  expect(q(sessions.list).queryKey).toEqual(['sessions', 'list', {}]);
  expect(q(yearEnds.get, { params: { year_end: '2026-12-31' } }).queryKey).toEqual([
    'year-ends',
    'get',
    { params: { year_end: '2026-12-31' } },
  ]);
  expect(keyOf(controls)).toEqual(['controls']);
  expect(() => keyOf({ ...sessions.list, path: '/api/elsewhere' })).toThrow('a route that the contract does not list');
});

test('what is not set is not sent', () => {
  expect(given({ q: '', status: undefined, before: 0, open: 'x' })).toEqual({ before: 0, open: 'x' });
});

test('what is touched is read again, with what other features show of it', async () => {
  const queries = new QueryClient();
  for (const feature of ['periods', 'year-ends', 'revaluations', 'accounts']) queries.setQueryData([feature, 'list', {}], 1);
  await touch(queries, [periods]);
  const outdated = queries.getQueryCache().findAll({ predicate: (query) => query.state.isInvalidated });
  expect(outdated.map((query) => query.queryKey[0])).toEqual(['periods', 'year-ends', 'revaluations']);
});

test.each([
  ['what it names', (queries: QueryClient) => touch(queries, [sessions])],
  ['everything', (queries: QueryClient) => readAgain(queries)],
])('%s is read again though its first answer is still awaited: that one may be from before the write', async (_what, again) => {
  const queries = new QueryClient();
  let reads = 0;
  let first: ((answer: string) => void) | undefined;
  const answer = () => (++reads === 1 ? new Promise<string>((resolve) => (first = resolve)) : Promise.resolve('from after'));
  const observer = new QueryObserver(queries, {
    queryKey: keyOf(sessions.list),
    queryFn: answer,
  });
  const stop = observer.subscribe(() => {});
  const touched = again(queries);
  first?.('from before');
  await touched;
  expect([observer.getCurrentResult().data, reads]).toEqual(['from after', 2]);
  stop();
});

test('a first read that nothing shows is left alone: who asked for it waits for its answer', async () => {
  const queries = new QueryClient();
  const asked = queries.ensureQueryData({ queryKey: keyOf(sessions.list), queryFn: () => Promise.resolve('an answer') });
  await touch(queries, [sessions]);
  expect(await asked).toBe('an answer');
});

function End({ done = () => undefined, failed = () => undefined }: { readonly done?: () => void; readonly failed?: () => void }) {
  const listed = useQuery(q(sessions.list)).data?.sessions.length;
  const end = useWrite(sessions.revoke, {
    input: (id: string) => ({ params: { id } }),
    said: (_answer, id) => `${id.slice(0, 4)} ended`,
    touches: [sessions],
    done,
    failed,
  });
  return (
    <button type="button" onClick={() => end.mutate(ID)}>
      {listed ?? 'none'} listed
    </button>
  );
}

test('a write says that it is done, and what it touches is read again', async () => {
  const done = vi.fn();
  const sent = serve({ [paths.sessions]: { json: { sessions: [] } }, [paths.revoke]: { json: { ok: true } } });
  draw(<End done={done} />);
  await userEvent.click(await screen.findByText('0 listed'));
  expect(await screen.findByText('1111 ended')).toBeTruthy();
  expect(done).toHaveBeenCalledOnce();
  await waitFor(() => expect(sent.map((s) => s.path)).toEqual([paths.sessions, paths.revoke, paths.sessions]));
});

test('a write that fails says why, and what it touches is read again too', async () => {
  const [done, failed] = [vi.fn(), vi.fn()];
  const refusal = { code: 'NOT_FOUND', error: 'NOT_FOUND', message: 'm', requestId: 'r-7' };
  const sent = serve({ [paths.sessions]: { json: { sessions: [] } }, [paths.revoke]: { status: 404, json: refusal } });
  draw(<End done={done} failed={failed} />);
  await userEvent.click(await screen.findByText('0 listed'));
  expect(await screen.findByText('NOT_FOUND · r-7')).toBeTruthy();
  expect(failed).toHaveBeenCalledOnce();
  expect(done).not.toHaveBeenCalled();
  await waitFor(() => expect(sent.filter((s) => s.path === paths.sessions)).toHaveLength(2));
});

test('a change that waits for another owner says so, and that nothing has changed', async () => {
  const [done, held, close] = [vi.fn(), vi.fn(), vi.fn()];
  function FourEyes() {
    const set = useWrite(approvals.fourEyes, { input: (on: boolean) => ({ body: { on } }), said: 'Four eyes is off', close, done, held });
    return (
      <button type="button" onClick={() => set.mutate(false)}>
        off
      </button>
    );
  }
  serve({
    [paths.mine]: mine,
    [paths.fourEyes]: { status: 202, json: { ok: true, status: 'proposed', approvalId: 'a', details: { eligible: 1 } } },
  });
  draw(<FourEyes />);
  await userEvent.click(await screen.findByText('off'));
  expect(await screen.findByText('Four eyes: nothing has changed yet. It is in the approvals queue.')).toBeTruthy();
  expect(screen.queryByText('Four eyes is off')).toBeNull();
  expect([done, held, close].map((f) => f.mock.calls.length)).toEqual([0, 1, 1]);
});

test('an intent that waits has a receipt: that is its answer', async () => {
  const [done, held] = [vi.fn(), vi.fn()];
  const receipt = { ok: true, status: 'proposed', intentId: 'i', eventId: 'e', eventHash: 'h', seq: 1, duplicate: false, approvalId: 'a' };
  function Post() {
    const post = useAct(() => Promise.resolve(receipt), { done, held });
    return (
      <button type="button" onClick={() => post.mutate()}>
        post
      </button>
    );
  }
  draw(<Post />);
  await userEvent.click(await screen.findByText('post'));
  await waitFor(() => expect(done).toHaveBeenCalledWith(receipt, undefined));
  expect(held).not.toHaveBeenCalled();
});
