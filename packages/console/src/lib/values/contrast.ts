// Contrast of colours by WCAG 2.2, 1.4.3, and the shades that a brand's colour is applied in.
import { CONTRAST_MIN } from '@countinghouse/contract/features/branding';

type Rgb = readonly [number, number, number];

const CHANNEL_MAX = 255;
const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

export const WHITE = '#ffffff';
export const BLACK = '#000000';

export function parseHex(text: string): Rgb | null {
  const match = HEX.exec(text.trim());
  return match === null
    ? null
    : [Number.parseInt(match[1] ?? '', 16), Number.parseInt(match[2] ?? '', 16), Number.parseInt(match[3] ?? '', 16)];
}

const toHex = (rgb: Rgb): string => `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, 0 to 1. */
export function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = (parseHex(hex) ?? [0, 0, 0]).map((channel) => {
    const c = channel / CHANNEL_MAX;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** From 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

export const isReadable = (text: string, surface: string): boolean => contrast(text, surface) >= CONTRAST_MIN;

/** `share` of the second colour in the first. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [parseHex(first) ?? [0, 0, 0], parseHex(second) ?? [0, 0, 0]] as const;
  return toHex([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
}

/** Black or white, whichever is easier to read on a colour. */
export const textOn = (surface: string): string => (contrast(WHITE, surface) >= contrast(BLACK, surface) ? WHITE : BLACK);

const STEP = 0.08;

/** The nearest shade of a colour that can be read on every one of the surfaces, going towards black or white. */
export function readableOn(colour: string, surfaces: readonly string[], towards: string): string {
  for (let share = 0; share < 1; share += STEP) {
    const shade = mix(colour, towards, share);
    if (surfaces.every((surface) => isReadable(shade, surface))) return shade;
  }
  return towards;
}
