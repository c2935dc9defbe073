import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../test-console.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { samlFacts } from './saml-facts.tsx';

const DAY_MS = 86_400_000;

/** The facts of a connection whose certificates end so many days from now. */
async function show(...days: readonly number[]): Promise<void> {
  const saml = {
    sign_on_url: 'https://idp.example.com/sso',
    certificates: days.map((day) => ({
      sha256: `${day}`.padEnd(64, '0'),
      pem: '',
      not_after: new Date(Date.now() + (day + 0.5) * DAY_MS).toISOString(),
    })),
    email_attribute: 'email',
    name_attribute: 'name',
    subject_attribute: null,
    entity_id: 'https://ledger.example.com/metadata',
    acs_url: 'https://ledger.example.com/acs',
  };
  draw(<Facts facts={samlFacts('c', saml)} />);
  await screen.findByText('Sign-on address');
}
const warnings = (): readonly (string | null)[] => screen.queryAllByRole('note').map((note) => note.textContent);

test.each<readonly [number, string]>([
  [29, 'It ends in 29 days. Add the next one of the provider before it changes over.'],
  [1, 'It ends in a day. Add the next one of the provider before it changes over.'],
  [0, 'It ends today. Add the next one of the provider before it changes over.'],
  [-3, 'It has ended. Add the certificate that the provider signs with now: sign-ins fail as soon as it uses another.'],
])('a certificate that ends in %d days is warned of once', async (days, warning) => {
  await show(days);
  expect(warnings()).toEqual([warning]);
});

test('one that goes on for 30 days or more is not warned of', async () => {
  await show(30);
  expect(warnings()).toEqual([]);
});

test('of two certificates the one that ends is warned of, and the next one beside it is not', async () => {
  await show(5, 400);
  expect(warnings()).toEqual([expect.stringContaining('It ends in 5 days')]);
});
