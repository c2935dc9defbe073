/** Only what changed is present. */
export type SettingsChanged = {
  readonly primary_contact_token?: string | null;
  readonly logo_url?: string | null;
  readonly locale?: string | null;
  /** 1–12. */
  readonly fiscal_year_start?: number;
  readonly reporting_currency?: string;
};

export interface SettingsEvents {
  readonly 'settings.changed': SettingsChanged;
}
