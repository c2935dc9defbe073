import * as z from 'zod';
import { Done, line, text } from '../fields.ts';
import { route } from '../wire.ts';

// Source: decision 0003.
export const PASSWORD_LENGTH_MIN = 15;
/** Of a person who has a second factor. */
export const PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR = 8;
export const PASSWORD_LENGTH_MAX = 128;
export const RESET_LINK_LIFE_SECONDS = 3600;

export const Email = z.string().trim().toLowerCase().pipe(z.email('Enter a valid email address.').max(254));
/** One that exists already: its length is not judged. */
export const Password = z.string().min(1, 'Password is required').max(PASSWORD_LENGTH_MAX);
export const NewPassword = z
  .string()
  .min(PASSWORD_LENGTH_MIN, `Use a password of at least ${PASSWORD_LENGTH_MIN} characters.`)
  .max(PASSWORD_LENGTH_MAX, `Use a password of at most ${PASSWORD_LENGTH_MAX} characters.`);
const CallbackUrl = z.string().max(2000).optional();

/** What else is known of a person may come with it: a file of people is sent line by line. */
export const SignIn = z.object({ email: Email, password: Password, callbackURL: CallbackUrl, rememberMe: z.boolean().optional() });
export const SignUp = z.object({
  name: line(80).min(1, 'Name is required'),
  email: Email,
  password: NewPassword,
  callbackURL: CallbackUrl,
  /** Of a mailed invitation to this address: opens sign-up where it is by invitation, and proves the mailbox. */
  invite_token: z.string().max(200).optional(),
});
export const ForgotPassword = z.strictObject({ email: Email, redirectTo: z.string().max(2000).optional() });
export const ResetPassword = z.strictObject({ token: text(200).min(1), newPassword: NewPassword });

export const User = z.object({ id: z.string(), email: z.string(), name: z.string() });

/** `second_factor`: whether the person has one. */
export const SignedInUser = User.extend({ second_factor: z.boolean() });

/** How long a new password is at least is decided by whether the person has a second factor. */
export const ChangePassword = z.strictObject({
  current_password: Password,
  new_password: z
    .string()
    .min(PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR, `Use a password of at least ${PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR} characters.`)
    .max(PASSWORD_LENGTH_MAX, `Use a password of at most ${PASSWORD_LENGTH_MAX} characters.`),
});

/** What a sign-in comes to: a session, in a cookie and nowhere else, or the wish for a second factor, which the next call gives. */
export const SignInAnswer = z.union([z.object({ user: User }), z.object({ second_factor: z.literal('required') })]);

export const auth = {
  signIn: route({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    summary: 'Sign in with e-mail and password',
    needs: 'anonymous',
    body: SignIn,
    ok: SignInAnswer,
    codes: ['INVALID_EMAIL_OR_PASSWORD', 'TOO_MANY_ATTEMPTS', 'INVALID_ORIGIN'],
  }),
  signUp: route({
    method: 'POST',
    path: '/api/auth/sign-up/email',
    summary: 'Create an account',
    needs: 'anonymous',
    body: SignUp,
    ok: z.object({ user: User }),
    codes: ['PASSWORD_GUESSABLE', 'EMAIL_TAKEN', 'SIGN_UP_CLOSED', 'TOO_MANY_ATTEMPTS', 'INVALID_ORIGIN'],
  }),
  signOut: route({
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'End this session',
    needs: 'anonymous',
    body: z.strictObject({}),
    ok: z.looseObject({ success: z.boolean() }),
    codes: ['INVALID_ORIGIN'],
  }),
  session: route({
    method: 'GET',
    path: '/api/internal/session',
    summary: 'Who is signed in, or null',
    needs: 'anonymous',
    ok: z.object({ user: SignedInUser.nullable() }),
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/internal/account/password',
    summary: 'Change the password; every other session of the person ends',
    needs: 'session',
    body: ChangePassword,
    ok: Done,
    codes: ['INVALID_PASSWORD', 'PASSWORD_TOO_SHORT', 'PASSWORD_GUESSABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  forgot: route({
    method: 'POST',
    path: '/api/auth/request-password-reset',
    summary: 'Mail a link to set a new password; answers the same whether the account exists or not',
    needs: 'anonymous',
    body: ForgotPassword,
    ok: z.looseObject({ status: z.boolean() }),
    codes: ['TOO_MANY_ATTEMPTS', 'INVALID_ORIGIN'],
  }),
  reset: route({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the mailed token',
    needs: 'anonymous',
    body: ResetPassword,
    ok: z.looseObject({ status: z.boolean() }),
    codes: ['INVALID_TOKEN', 'PASSWORD_GUESSABLE', 'TOO_MANY_ATTEMPTS', 'INVALID_ORIGIN'],
  }),
} as const;
