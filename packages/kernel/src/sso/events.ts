/** What somebody who signs in through a connection may become: nobody becomes an owner by it. */
export type SsoRole = 'member' | 'auditor';

/** Which role a group at the provider brings. */
export type GroupRole = { readonly group: string; readonly role: SsoRole };

/** A sign-in of an organisation's own. The client's secret is kept beside the log under its name. */
export type SsoConnection = {
  readonly id: string;
  readonly name: string;
  /** Says who the provider is; never another one, as its names of people would then be somebody else's. */
  readonly issuer: string;
  readonly client_id: string;
  readonly secret_id: string;
  /** What is asked for, beside that it is a sign-in. */
  readonly scope: string;
  /** The claim that says in which groups a person is. */
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

export type SsoConnectionCreated = SsoConnection;

/** Whole: what did not change is repeated. */
export type SsoConnectionChanged = SsoConnection;

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

export interface SsoEvents {
  readonly 'sso_connection.created': SsoConnectionCreated;
  readonly 'sso_connection.changed': SsoConnectionChanged;
  readonly 'sso_connection.deleted': SsoConnectionDeleted;
  readonly 'sso_connection.admitted': SsoConnectionAdmitted;
  readonly 'sso_domain.added': SsoDomainAdded;
  readonly 'sso_domain.verified': SsoDomainVerified;
  readonly 'sso_domain.removed': SsoDomainRemoved;
}
