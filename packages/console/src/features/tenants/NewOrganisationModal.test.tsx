import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw, mine, serve, tenant } from '../../test-console.tsx';
import { NewOrganisationModal } from './NewOrganisationModal.tsx';

const currencies = { json: { currencies: [{ code: 'EUR', name: 'Euro', minorUnits: 2 }] } };
const paths = {
  create: '/api/internal/tenants/create',
  switch: '/api/internal/tenants/switch',
  all: '/api/internal/currencies/all',
  mine: '/api/internal/tenants/mine',
};
const refused = (code: string, message: string) => ({ status: 400, json: { code, error: code, message, requestId: 'r' } });

const submit = async (name: string) => {
  const field = await screen.findByLabelText(/Organisation name/);
  if (name !== '') await userEvent.type(field, name);
  await userEvent.click(screen.getByRole('button', { name: 'Create organisation' }));
};

test.each(['', 'x', ' y ', 'a'.repeat(41)])('the name %j is refused at the field', async (name) => {
  serve({ [paths.all]: currencies });
  draw(<NewOrganisationModal opened onClose={() => undefined} />);
  await submit(name);
  expect(await screen.findByText('Organisation name must be between 2 and 40 characters.')).toBeTruthy();
});

test('a refused name asks for another; other words are shown as given', async () => {
  serve({ [paths.all]: currencies, [paths.create]: refused('VALIDATION_ERROR', 'whatever') });
  draw(<NewOrganisationModal opened onClose={() => undefined} />);
  await submit('Acme');
  expect(await screen.findByText('Please choose a different name.')).toBeTruthy();
});

test('a new organisation is switched to and told', async () => {
  const onClose = vi.fn();
  const sent = serve({
    [paths.all]: currencies,
    [paths.mine]: mine,
    [paths.create]: { json: { tenantId: tenant.id } },
    [paths.switch]: { json: { currentId: tenant.id } },
  });
  draw(<NewOrganisationModal opened onClose={onClose} />);
  await submit('  Acme ');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.find((s) => s.path === paths.create)?.body).toEqual({ name: 'Acme' });
  expect(sent.find((s) => s.path === paths.switch)?.body).toEqual({ tenantId: tenant.id });
  expect(await screen.findByText('Organisation created')).toBeTruthy();
});
