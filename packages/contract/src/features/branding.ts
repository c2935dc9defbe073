// How console and portal are dressed for an organisation.
import * as z from 'zod';
import { line } from '../fields.ts';
import { route } from '../wire.ts';
import { LogoUrl } from './settings.ts';

// Source: specification §3, §9; WCAG 2.2, 1.4.3.
export const BRANDING_NAME_LENGTH_MAX = 120;
export const CONTRAST_MIN = 4.5;

const Colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Use a colour as #1f48a4.');

export const Branding = z.object({
  display_name: z.string().nullable(),
  logo_url: z.string().nullable(),
  primary_color: z.string().nullable(),
  accent_color: z.string().nullable(),
});
export type Branding = z.output<typeof Branding>;

export const NewBranding = z.strictObject({
  display_name: line(BRANDING_NAME_LENGTH_MAX).nullish(),
  logo_url: LogoUrl.nullish(),
  primary_color: Colour.nullish(),
  accent_color: Colour.nullish(),
});

export const branding = {
  get: route({
    method: 'GET',
    path: '/api/internal/branding/get',
    v1: { path: '/api/v1/branding' },
    summary: 'The branding of the organisation',
    needs: 'member',
    ok: z.object({ branding: Branding }),
  }),
  set: route({
    method: 'POST',
    path: '/api/internal/branding/set',
    v1: { path: '/api/v1/branding' },
    summary: 'Set the branding: what is absent or null is cleared',
    needs: 'admin',
    grant: 'admin',
    body: NewBranding,
    ok: z.object({ branding: Branding }),
    codes: ['FORBIDDEN'],
  }),
} as const;
