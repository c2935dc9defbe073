/** The product's own colour in ten shades, from the lightest. */
export const brandShades = [
  '#eef3ff',
  '#dbe4fc',
  '#b4c6f5',
  '#8aa6ef',
  '#688bea',
  '#527ae8',
  '#4470e7',
  '#355fce',
  '#2c54b9',
  '#1f48a4',
] as const;

/** What stands for an organisation's primary colour while it has none: the shade that the theme fills with. */
export const BRAND_PRIMARY = brandShades[7];
