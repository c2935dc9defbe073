/** What somebody who signs in through a connection may become: nobody becomes an owner by it. */
export type SsoRole = 'member' | 'auditor';

/** Which role a group at the provider brings. */
export type GroupRole = { readonly group: string; readonly role: SsoRole };

/** What every connection says, whatever its provider speaks. */
type ConnectionRules = {
  readonly id: string;
  readonly name: string;
  /** Says who the provider is; never another one, as its names of people would then be somebody else's. */
  readonly issuer: string;
  /** The claim, or the attribute, that says in which groups a person is. */
  readonly groups_claim: string;
  /** The first row whose group a person is in counts. */
  readonly roles: readonly GroupRole[];
  /** Of who is in none of these groups; null: they are not let in. */
  readonly default_role: SsoRole | null;
  /** Whether the provider must say that it asked for a second factor, or is trusted to. */
  readonly second_factor: 'told' | 'trusted';
  readonly enabled: boolean;
  /** People of its domains open the organisation by it alone. */
  readonly required: boolean;
  /** Owners may also sign in with a password. */
  readonly owners_by_password: boolean;
};

/** What a provider of OpenID Connect is asked with. The client's secret is kept beside the log under its name. */
export type OidcSettings = {
  readonly client_id: string;
  readonly secret_id: string;
  /** What is asked for, beside that it is a sign-in. */
  readonly scope: string;
};

/** A certificate of X.509. */
export type SamlCertificate = {
  /** SHA-256 of it, hexadecimal: by this people compare it. */
  readonly sha256: string;
  /** DER in Base64. */
  readonly der: string;
};

/** Where a provider of SAML 2.0 is asked, by what its word is known, and how it names people. */
export type SamlSettings = {
  readonly sign_on_url: string;
  /** What the key of any of them has signed is believed. */
  readonly certificates: readonly SamlCertificate[];
  readonly email_attribute: string;
  readonly name_attribute: string;
  /** Holds what never becomes another person's; null: the persistent NameID does. */
  readonly subject_attribute: string | null;
};

export type OidcConnection = ConnectionRules & OidcSettings;
export type SamlConnection = ConnectionRules & SamlSettings;

/** A sign-in of an organisation's own. Its protocol never changes. */
export type SsoConnection = (OidcConnection & { readonly protocol: 'oidc' }) | (SamlConnection & { readonly protocol: 'saml' });

export type SsoConnectionCreated = OidcConnection;
export type SamlConnectionCreated = SamlConnection;

/** Whole: what did not change is repeated. */
export type SsoConnectionChanged = OidcConnection;
export type SamlConnectionChanged = SamlConnection;

/** Its domains go with it. */
export type SsoConnectionDeleted = { readonly id: string };

/** Somebody joined by it, or has another role since a sign-in by it; the next event says which. */
export type SsoConnectionAdmitted = { readonly id: string; readonly user_id: string };

export type SsoDomainAdded = {
  readonly connection_id: string;
  readonly domain: string;
  /** What its DNS must say. */
  readonly token: string;
};
export type SsoDomainVerified = { readonly domain: string };
export type SsoDomainRemoved = { readonly domain: string };

/** The directory of a connection comes with this token from now on, and with no other. */
export type SsoDirectoryTokenSet = {
  readonly connection_id: string;
  /** SHA-256 of the token, hexadecimal. */
  readonly token_hash: string;
};
export type SsoDirectoryTokenEnded = { readonly connection_id: string };

/** What the directory of a connection says of somebody made them join, have another role or leave; the next event says which. */
export type SsoDirectoryApplied = { readonly connection_id: string; readonly user_id: string };

export interface SsoEvents {
  readonly 'sso_connection.created': SsoConnectionCreated;
  readonly 'sso_connection.changed': SsoConnectionChanged;
  readonly 'sso_connection.saml_created': SamlConnectionCreated;
  readonly 'sso_connection.saml_changed': SamlConnectionChanged;
  readonly 'sso_connection.deleted': SsoConnectionDeleted;
  readonly 'sso_connection.admitted': SsoConnectionAdmitted;
  readonly 'sso_domain.added': SsoDomainAdded;
  readonly 'sso_domain.verified': SsoDomainVerified;
  readonly 'sso_domain.removed': SsoDomainRemoved;
  readonly 'sso_directory.token_set': SsoDirectoryTokenSet;
  readonly 'sso_directory.token_ended': SsoDirectoryTokenEnded;
  readonly 'sso_directory.applied': SsoDirectoryApplied;
}
