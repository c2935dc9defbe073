import type { Actor } from '../ledger/actor.ts';
import type { SsoConnection } from './events.ts';

/** What an owner says of a connection. */
export type ConnectionContent = Omit<SsoConnection, 'id' | 'issuer'>;

/** It is made switched off: first its domains are verified. */
export interface CreateSsoConnection {
  readonly type: 'sso_connection.create';
  readonly actor: Actor;
  readonly id: string;
  readonly issuer: string;
  readonly content: Omit<ConnectionContent, 'enabled' | 'required'>;
}

/** What is absent stays as it is. */
export interface ChangeSsoConnection {
  readonly type: 'sso_connection.change';
  readonly actor: Actor;
  readonly id: string;
  readonly content: Partial<ConnectionContent>;
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

export type SsoCommand =
  | CreateSsoConnection
  | ChangeSsoConnection
  | DeleteSsoConnection
  | AddSsoDomain
  | VerifySsoDomain
  | RemoveSsoDomain
  | AdmitBySso;
