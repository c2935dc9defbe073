// How an organisation's branding is applied to the console. The primary colour becomes the theme's own, in ten shades; where it is
// text or a line, its nearest shade that passes 4.5:1 on the surfaces of each theme is applied instead. White or black stands on it.
import type { Branding } from '@countinghouse/contract/features/branding';
import { type CSSVariablesResolver, type MantineColorsTuple, type MantineThemeOverride, mergeThemeOverrides } from '@mantine/core';
import { BLACK, mix, parseHex, readableOn, textOn, WHITE } from '../lib/values/contrast.ts';
import { theme, variables } from './theme.ts';

/** Where white stops being easier to read than black. */
const LUMINANCE_WHITE_MAX = 0.179;
// The surfaces of styles.css: page, panel, head.
const lightSurfaces = ['#f5f6f9', '#ffffff', '#f8f9fb'];
const darkSurfaces = ['#0d1017', '#12161f', '#181d29'];
const LIGHT_TINT = 0.1;
const DARK_TINT = 0.22;

function shadesOf(primary: string): MantineColorsTuple {
  const lighter = (share: number): string => mix(primary, WHITE, share);
  // Pressed and hovered, a colour moves away from the text that stands on it.
  const away = (share: number): string => mix(primary, textOn(primary) === WHITE ? BLACK : WHITE, share);
  return [
    lighter(0.92),
    lighter(0.82),
    lighter(0.64),
    lighter(0.48),
    lighter(0.34),
    lighter(0.2),
    lighter(0.1),
    primary,
    away(0.12),
    away(0.24),
  ];
}

export function themeOf(branding: Branding | null): MantineThemeOverride {
  const primary = branding?.primary_color ?? null;
  if (primary === null || parseHex(primary) === null) return theme;
  return mergeThemeOverrides(theme, { colors: { brand: shadesOf(primary) }, luminanceThreshold: LUMINANCE_WHITE_MAX });
}

type Variables = Record<string, string>;

function colorsIn(surfaces: readonly string[], towards: string, tintShare: number, branding: Branding): Variables {
  const page = surfaces[1] ?? WHITE;
  const { primary_color: primary, accent_color: accent } = branding;
  const own: Variables = {};
  if (primary !== null && parseHex(primary) !== null) {
    const tint = mix(page, primary, tintShare);
    const text = readableOn(primary, [...surfaces, tint], towards);
    own['--mantine-color-brand-light'] = tint;
    own['--mantine-color-brand-light-hover'] = mix(page, primary, tintShare + 0.04);
    own['--mantine-color-brand-light-color'] = text;
    own['--mantine-color-brand-text'] = text;
    own['--mantine-color-brand-outline'] = text;
    own['--mantine-color-anchor'] = text;
    own['--surface-active'] = tint;
    own['--accent'] = text;
  }
  if (accent !== null && parseHex(accent) !== null) own['--accent'] = readableOn(accent, surfaces, towards);
  return own;
}

export const variablesOf =
  (branding: Branding | null): CSSVariablesResolver =>
  (own) => {
    const base = variables(own);
    if (branding === null) return base;
    return {
      ...base,
      light: { ...base.light, ...colorsIn(lightSurfaces, BLACK, LIGHT_TINT, branding) },
      dark: { ...base.dark, ...colorsIn(darkSurfaces, WHITE, DARK_TINT, branding) },
    };
  };
