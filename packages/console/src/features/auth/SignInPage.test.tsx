import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw, serve } from '../../test-console.tsx';
import { SignInPage } from './SignInPage.tsx';

const path = '/api/auth/sign-in/email';
const ok = { json: { user: { id: 'u', name: 'Ada', email: 'a@b.example' } } };

async function signIn(email: string, password: string) {
  await userEvent.type(await screen.findByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('the email is sent trimmed and lower-cased, and one goes on to the overview', async () => {
  const sent = serve({ [path]: ok });
  const { router } = draw(<SignInPage />, '/sign-in');
  await signIn('  Ada@B.Example ', 'a long password');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(sent[0]?.body).toEqual({ email: 'ada@b.example', password: 'a long password', callbackURL: '/dashboard' });
});

test('one goes on to where one was', async () => {
  serve({ [path]: ok });
  const { router } = draw(<SignInPage />, '/sign-in?next=%2Fdashboard%2Fevents%3Fopen%3D3');
  await signIn('a@b.example', 'a long password');
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard/events?open=3'));
});

test('the server’s words are shown, else the default', async () => {
  serve({ [path]: { status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Not today' } } });
  draw(<SignInPage />, '/sign-in');
  await signIn('a@b.example', 'wrong');
  expect((await screen.findByRole('alert')).textContent).toContain('Not today');
});

test('without words of the server: Invalid email or password', async () => {
  serve({ [path]: { status: 401, json: {} } });
  draw(<SignInPage />, '/sign-in');
  await signIn('a@b.example', 'wrong');
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid email or password');
});

test('without a server: Sign-in failed', async () => {
  draw(<SignInPage />, '/sign-in');
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  await signIn('a@b.example', 'wrong');
  expect((await screen.findByRole('alert')).textContent).toContain('Sign-in failed');
});

test('reset=1 says that the password was updated', async () => {
  draw(<SignInPage />, '/sign-in?reset=1');
  expect(await screen.findByText('Password updated. Sign in with your new password.')).toBeTruthy();
  expect(screen.getByText('OR')).toBeTruthy();
});
