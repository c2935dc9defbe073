import type { PeriodWork } from '@countinghouse/contract/features/periods';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw, mine, serve } from '../../../test-console.tsx';
import { ReopenAct } from './ReopenAct.tsx';

const waiting = (intentId: string | null): PeriodWork =>
  ({ pending_approvals: [{ id: 'approval', intent_id: intentId }] }) as unknown as PeriodWork;
const button = () => screen.findByRole('button', { name: 'Ask to re-open' });

test('a locked period can be asked to be opened again, whatever postings wait in it', async () => {
  serve({ '/api/internal/tenants/mine': mine });
  const onReopen = vi.fn();
  draw(<ReopenAct work={waiting('an intent')} onReopen={onReopen} />);
  await expect.poll(async () => (await button()).getAttribute('aria-disabled')).not.toBe('true');
  await userEvent.click(await button());
  expect(onReopen).toHaveBeenCalledOnce();
});

test('what was asked for is not asked again, and leads to where it waits', async () => {
  serve({ '/api/internal/tenants/mine': mine });
  draw(<ReopenAct work={waiting(null)} onReopen={() => undefined} />);
  expect((await screen.findByRole('link', { name: 'Waits for approval' })).getAttribute('href')).toContain(
    '/dashboard/admin/approvals/approval',
  );
  expect((await button()).getAttribute('aria-disabled')).toBe('true');
});
