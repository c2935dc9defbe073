import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw, mine, serve, tenant } from '../../test-console.tsx';
import { AccountActs } from './AccountActs.tsx';

const account = (more: Partial<AccountDetail>): AccountDetail =>
  ({ id: 'a', code: 'BANK', currency: 'USD', balance: '0', minorUnits: 2, entityId: null, closed: false, ...more }) as AccountDetail;

function show(more: Partial<AccountDetail>, role: 'owner' | 'member', entityRole: string | null = null) {
  const onAsk = vi.fn();
  const tenants = [{ ...tenant, role, capabilities: [] }];
  const entity = { id: 'hq', code: 'HQ', name: 'HQ', baseCurrency: 'USD', base_currency: 'USD', active: true, members: 1, metadata: {} };
  serve({
    '/api/internal/tenants/mine': { json: { ...mine.json, tenants } },
    '/api/entities/list': { json: { entities: [{ ...entity, entity_role: entityRole }], currentId: null } },
  });
  draw(<AccountActs account={account(more)} onInterest={() => {}} onChangeState={onAsk} />);
  return onAsk;
}

test.each<readonly [string, Partial<AccountDetail>, 'owner' | 'member', string | null, string]>([
  ['an empty account of no entity', {}, 'member', null, 'Close account'],
  ['a closed account', { closed: true }, 'member', null, 'Re-open account'],
  ['an account of an entity, for an owner', { entityId: 'hq' }, 'owner', null, 'Close account'],
  ['an account of an entity, for who has a role there', { entityId: 'hq' }, 'member', 'entity_member', 'Close account'],
])('%s may be changed', async (_what, more, role, entityRole, name) => {
  const onAsk = show(more, role, entityRole);
  await userEvent.click(await screen.findByRole('button', { name: 'Acts of BANK' }));
  await vi.waitFor(() => expect(screen.getByRole('menuitem', { name }).hasAttribute('data-disabled')).toBe(false));
  await userEvent.click(screen.getByRole('menuitem', { name }));
  expect(onAsk).toHaveBeenCalledOnce();
});

test.each<readonly [string, Partial<AccountDetail>, string]>([
  ['with something on it, to the smallest unit', { balance: '-0.000001' }, 'Only an account with a zero balance can be closed.'],
  ['of an entity without a role there', { entityId: 'hq' }, 'Needs an owner or a role in the entity of this account.'],
])('an account %s may not, and says why', async (_what, more, reason) => {
  const onAsk = show(more, 'member');
  await userEvent.click(await screen.findByRole('button', { name: 'Acts of BANK' }));
  await vi.waitFor(() => {
    const act = screen.getByRole('menuitem', { name: /^Close account/ });
    expect(act.hasAttribute('data-disabled')).toBe(true);
    expect(act.textContent).toContain(reason);
  });
  await userEvent.click(screen.getByRole('menuitem', { name: /^Close account/ }));
  expect(onAsk).not.toHaveBeenCalled();
});
