// Every address of the console. Links are made from `paths`, never from literals. A screen that is not built is not here: those of an organisation
// are a line each in `menu-screens.ts` or `inner-screens.ts`. Addresses and titles: specification §2.
import { type Inner, inner } from './inner-screens.ts';
import { type InMenu, inMenu } from './menu-screens.ts';
import type { Addressed } from './screen.ts';

const outside = {
  signIn: { path: '/sign-in' },
  companySignIn: { path: '/sign-in/company' },
  signUp: { path: '/sign-up' },
  forgotPassword: { path: '/forgot-password' },
  resetPassword: { path: '/reset-password' },
  invite: { path: '/invite' },
  verifyReceipt: { path: '/verify-receipt' },
} as const satisfies Readonly<Record<string, Addressed>>;

const places = { ...outside, ...inMenu, ...inner };
type Places = typeof places;

/** Every address of the console that is built. */
export const paths = Object.fromEntries(Object.entries(places).map(([name, { path }]) => [name, path])) as {
  readonly [K in keyof Places]: Places[K]['path'];
};

export type Screen = InMenu & { readonly path: (typeof inMenu)[keyof typeof inMenu]['path'] };
export type InnerScreen = Inner & { readonly path: (typeof inner)[keyof typeof inner]['path']; readonly parent: Screen['path'] };

export const screens: readonly Screen[] = Object.values(inMenu);
export const innerScreens: readonly InnerScreen[] = Object.values(inner);

export type Path = (typeof paths)[keyof typeof paths];

/** An address of ours to go on to after sign-in; anything else, above all another site, becomes the overview. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?:dashboard|invite)(?:[/?#]|$)/.test(next) ? next : paths.overview;
