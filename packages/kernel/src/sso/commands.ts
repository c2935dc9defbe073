import type { Actor } from '../ledger/actor.ts';
import type { OidcConnection, SamlConnection } from './events.ts';

/** What an owner says of a connection. */
export type OidcContent = Omit<OidcConnection, 'id' | 'issuer'>;
export type SamlContent = Omit<SamlConnection, 'id' | 'issuer'>;

/** It is made switched off: first its domains are verified. */
export interface CreateSsoConnection {
  readonly type: 'sso_connection.create';
  readonly actor: Actor;
  readonly id: string;
  readonly issuer: string;
  readonly content: Omit<OidcContent, 'enabled' | 'required'>;
}

/** The same of a provider that speaks SAML. */
export interface CreateSamlConnection {
  readonly type: 'sso_connection.create_saml';
  readonly actor: Actor;
  /** As whoever asks knows it; null: that of the next one, whichever it is. */
  readonly id: string | null;
  readonly issuer: string;
  readonly content: Omit<SamlContent, 'enabled' | 'required'>;
}

/** What is absent stays as it is; what only the other protocol has may not be said. */
export interface ChangeSsoConnection {
  readonly type: 'sso_connection.change';
  readonly actor: Actor;
  readonly id: string;
  readonly content: Partial<OidcContent> & Partial<SamlContent>;
}

export interface DeleteSsoConnection {
  readonly type: 'sso_connection.delete';
  readonly actor: Actor;
  readonly id: string;
}

export interface AddSsoDomain {
  readonly type: 'sso_domain.add';
  readonly actor: Actor;
  readonly connectionId: string;
  /** In lower case, as DNS has it. */
  readonly domain: string;
  readonly token: string;
}

/** Expects that its DNS says the token. */
export interface VerifySsoDomain {
  readonly type: 'sso_domain.verify';
  readonly actor: Actor;
  readonly domain: string;
}

export interface RemoveSsoDomain {
  readonly type: 'sso_domain.remove';
  readonly actor: Actor;
  readonly domain: string;
}

/** Somebody whom the provider of a connection has named, and whose address is proven. */
export interface AdmitBySso {
  readonly type: 'sso_connection.admit';
  readonly actor: Actor;
  readonly id: string;
  readonly userId: string;
  /** Of the person's address. */
  readonly domain: string;
  readonly groups: readonly string[];
  /** They came by it before: where they are no member any more somebody took them out. */
  readonly known: boolean;
}

/** Makes, or replaces, what the directory of a connection comes with. */
export interface SetDirectoryToken {
  readonly type: 'sso_directory.set_token';
  readonly actor: Actor;
  readonly connectionId: string;
  /** SHA-256, hexadecimal. */
  readonly tokenHash: string;
}

export interface EndDirectoryToken {
  readonly type: 'sso_directory.end_token';
  readonly actor: Actor;
  readonly connectionId: string;
}

/** What the directory of a connection says of one of its people now. */
export interface ApplyDirectory {
  readonly type: 'sso_directory.apply';
  readonly actor: Actor;
  readonly connectionId: string;
  readonly userId: string;
  /** Of the person's address. */
  readonly domain: string;
  /** False: they are to be here no more. */
  readonly active: boolean;
  /** Those that they are in; null where the directory tells of no groups at all. */
  readonly groups: readonly string[] | null;
  /** Their role is of the directory's giving: where they are no member any more somebody took them out. */
  readonly placed: boolean;
}

export type SsoCommand =
  | CreateSsoConnection
  | CreateSamlConnection
  | ChangeSsoConnection
  | DeleteSsoConnection
  | AddSsoDomain
  | VerifySsoDomain
  | RemoveSsoDomain
  | AdmitBySso
  | SetDirectoryToken
  | EndDirectoryToken
  | ApplyDirectory;
