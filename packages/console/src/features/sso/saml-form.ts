import { SAML_EMAIL_ATTRIBUTE, SAML_NAME_ATTRIBUTE, SSO_GROUPS_CLAIM, type SsoConnection, sso } from '@countinghouse/contract/features/sso';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { freshRules, type RuleValues, rulesOf, rulesToSend } from './rules.ts';

export interface SamlValues extends RuleValues {
  name: string;
  issuer: string;
  sign_on_url: string;
  certificates: string[];
  email_attribute: string;
  name_attribute: string;
  groups_claim: string;
  /** Empty: the persistent NameID. */
  subject_attribute: string;
}

type Attributes = Pick<SamlValues, 'email_attribute' | 'name_attribute' | 'groups_claim' | 'subject_attribute'>;

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com';
const plain: Attributes = {
  email_attribute: SAML_EMAIL_ATTRIBUTE,
  name_attribute: SAML_NAME_ATTRIBUTE,
  groups_claim: SSO_GROUPS_CLAIM,
  subject_attribute: '',
};

/** What providers call things unless somebody changed it there. */
export const kinds: Readonly<Record<string, { readonly label: string; readonly attributes: Attributes }>> = {
  other: { label: 'Okta, Google or another', attributes: plain },
  entra: {
    label: 'Microsoft Entra ID',
    attributes: {
      email_attribute: `${CLAIMS}/emailaddress`,
      name_attribute: `${MICROSOFT}/identity/claims/displayname`,
      groups_claim: `${MICROSOFT}/ws/2008/06/identity/claims/groups`,
      subject_attribute: `${MICROSOFT}/identity/claims/objectidentifier`,
    },
  },
  adfs: {
    label: 'AD FS',
    attributes: {
      email_attribute: `${CLAIMS}/emailaddress`,
      name_attribute: `${CLAIMS}/name`,
      groups_claim: `${MICROSOFT}/ws/2008/06/identity/claims/groups`,
      subject_attribute: '',
    },
  },
};

const fresh: SamlValues = { name: '', issuer: '', sign_on_url: '', certificates: [''], ...plain, ...freshRules };

const valuesOf = (c: SsoConnection): SamlValues => ({
  name: c.name,
  issuer: c.issuer,
  sign_on_url: c.saml?.sign_on_url ?? '',
  certificates: c.saml?.certificates.map(({ pem }) => pem) ?? [''],
  email_attribute: c.saml?.email_attribute ?? '',
  name_attribute: c.saml?.name_attribute ?? '',
  groups_claim: c.groups_claim,
  subject_attribute: c.saml?.subject_attribute ?? '',
  ...rulesOf(c),
});

/** What a connection is said to be, beside who its provider is. */
export const samlContentOf = (v: SamlValues) => ({
  name: v.name,
  sign_on_url: v.sign_on_url,
  certificates: v.certificates.filter((text) => text.trim() !== ''),
  email_attribute: v.email_attribute,
  name_attribute: v.name_attribute,
  groups_claim: v.groups_claim,
  subject_attribute: v.subject_attribute.trim() === '' ? null : v.subject_attribute,
  ...rulesToSend(v),
});

export function useSamlForm(connection?: SsoConnection): UseFormReturnType<SamlValues> {
  const schema = sso.createSaml.body.pick({
    name: true,
    issuer: true,
    sign_on_url: true,
    email_attribute: true,
    name_attribute: true,
    groups_claim: true,
  });
  const resolve = schemaResolver(schema.strip(), { sync: true });
  return useForm<SamlValues>({
    initialValues: connection === undefined ? fresh : valuesOf(connection),
    validate: (values) => ({
      ...resolve(values),
      ...(values.certificates.every((text) => text.trim() === '') && { 'certificates.0': 'Certificate is required' }),
    }),
  });
}
