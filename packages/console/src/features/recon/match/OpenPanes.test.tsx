import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useActiveTenant } from '../../../lib/session/use-tenant.ts';
import { draw, mine, serve, tenant } from '../../../test-console.tsx';
import { OpenPanes } from './OpenPanes.tsx';

const row = {
  id: 'r',
  posted_on: '2026-11-27',
  amount: '1840',
  currency: 'EUR',
  party: 'Lindqvist',
  exception: null,
} as unknown as BankRow;
const none = new Set<string>();

const Role = () => <p>As {useActiveTenant()?.role}</p>;

async function drawn(role: object) {
  serve({ '/api/internal/tenants/mine': { json: { ...mine.json, tenants: [{ ...tenant, ...role }] } } });
  const act = (): void => undefined;
  draw(
    <>
      <Role />
      <OpenPanes
        rows={[row]}
        postings={[]}
        chosenRows={none}
        chosenPostings={none}
        onRow={act}
        onPosting={act}
        open={undefined}
        onOpen={act}
      />
    </>,
  );
  return screen.findByRole<HTMLInputElement>('checkbox', { name: /^Row of 2026-11-27/ });
}

test('who may match chooses rows and says what becomes of them', async () => {
  const choice = await drawn({});
  await screen.findByText('As owner');
  screen.getByRole('link', { name: 'Create posting' });
  expect(choice.disabled).toBe(false);
});
test('an auditor looks at open rows, and is offered nothing that would be refused', async () => {
  const choice = await drawn({ role: 'auditor', capabilities: ['tenant:auditor'] });
  await screen.findByText('As auditor');
  expect(choice.disabled).toBe(true);
  expect(screen.queryByText('Create posting')).toBeNull();
  expect(screen.queryByText('Exception')).toBeNull();
});
