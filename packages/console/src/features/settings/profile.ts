// The form of the profile: what it starts from, and what of it has to be sent.

import { Email } from '@countinghouse/contract/features/auth';
import { Locale, LogoUrl, type Settings, type SettingsChange } from '@countinghouse/contract/features/settings';
import { OrganisationName } from '@countinghouse/contract/features/tenants';
import * as z from 'zod';

export interface ProfileValues {
  name: string;
  primary_contact_email: string;
  logo_url: string;
  locale: string;
  fiscal_year_start: string;
  reporting_currency: string;
}

export const valuesOf = ({ settings, org }: Settings): ProfileValues => ({
  name: org.name,
  primary_contact_email: settings.primary_contact_email ?? '',
  logo_url: settings.logo_url ?? '',
  locale: settings.locale ?? '',
  fiscal_year_start: String(settings.fiscal_year_start),
  reporting_currency: settings.reporting_currency,
});

const orEmpty = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema]);

/** Trimmed; an empty field is allowed where the profile may do without it. */
export const Profile = z.object({
  name: OrganisationName,
  primary_contact_email: z.string().trim().pipe(orEmpty(Email)),
  logo_url: z.string().trim().pipe(orEmpty(LogoUrl)),
  locale: z.string().trim().pipe(orEmpty(Locale)),
});

/** The fields that differ from what is known; contact, logo and locale are null when empty (specification §7). */
export function changeOf(values: ProfileValues, current: Settings): SettingsChange {
  const before = valuesOf(current);
  const nullable = (field: 'primary_contact_email' | 'logo_url' | 'locale') => {
    const text = values[field].trim();
    return text === before[field] ? {} : { [field]: text === '' ? null : text };
  };
  return {
    ...nullable('primary_contact_email'),
    ...nullable('logo_url'),
    ...nullable('locale'),
    ...(values.fiscal_year_start === before.fiscal_year_start ? {} : { fiscal_year_start: Number(values.fiscal_year_start) }),
    ...(values.reporting_currency === before.reporting_currency ? {} : { reporting_currency: values.reporting_currency }),
  };
}
