/** The whole branding; null where nothing is set. */
export type BrandingSet = {
  readonly display_name: string | null;
  readonly logo_url: string | null;
  /** `#rrggbb`, lower case. */
  readonly primary_color: string | null;
  readonly accent_color: string | null;
};

export interface BrandingEvents {
  readonly 'branding.set': BrandingSet;
}
