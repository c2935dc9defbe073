import { randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { none } from './body-books.ts';
import { empty, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    signIn: { own: (o) => ({ body: { email: o.owner.email, password: 'wrong' } }) },
    signUp: { own: (o) => ({ body: { name: 'x', email: o.owner.email, password: 'a long enough password' } }) },
    signOut: { ...empty, spoils: true },
    session: nothing,
    forgot: { own: () => ({ body: { email: 'nobody@example.test' } }) },
    reset: { own: () => ({ body: { token: 'made up', newPassword: 'a long enough password' } }) },
    // Everybody of a test has the same password.
    changePassword: {
      own: (o) => ({ body: { current_password: o.owner.password, new_password: o.owner.password } }),
    },
  },
  malformed: [
    {
      title: 'a sign-in',
      route: auth.signIn,
      body: () => ({ email: 'x@example.test', password: 'wrong', callbackURL: '/', rememberMe: true }),
      events: none,
    },
    {
      title: 'a sign-up',
      route: auth.signUp,
      body: () => ({ name: 'x', email: `${randomUUID()}@example.test`, password: 'a long enough password', callbackURL: '/' }),
      events: none,
    },
    { title: 'a request for a reset', route: auth.forgot, body: () => ({ email: 'x@example.test', redirectTo: '/' }), events: none },
    { title: 'a reset', route: auth.reset, body: () => ({ token: 'x', newPassword: 'a long enough password' }), events: none },
    {
      title: 'a new password',
      route: auth.changePassword,
      body: () => ({ current_password: 'wrong', new_password: 'a long enough password' }),
      events: none,
    },
  ],
};
