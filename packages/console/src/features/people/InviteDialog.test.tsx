import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw, mine, serve } from '../../test-console.tsx';
import { InviteDialog } from './InviteDialog.tsx';

const INVITE = '/api/internal/tenants/invite';
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send invite' });

test('an invitation can be sent once there is an e-mail', async () => {
  const sent = serve({ '/api/internal/tenants/mine': mine, [INVITE]: { json: { ok: true } } });
  draw(<InviteDialog opened onClose={() => undefined} />);
  const email = await screen.findByLabelText('Email');
  await waitFor(() => expect(button().disabled).toBe(true));
  await userEvent.type(email, 'ann@example.test');
  await waitFor(() => expect(button().disabled).toBe(false));
  await userEvent.clear(email);
  await waitFor(() => expect(button().disabled).toBe(true));
  await userEvent.type(email, 'ann@example.test');
  await userEvent.click(button());
  const invited = [{ email: 'ann@example.test', role: 'member' }];
  await waitFor(() => expect(sent.filter((s) => s.path === INVITE).map((s) => s.body)).toEqual(invited));
});
