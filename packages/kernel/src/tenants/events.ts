export type TenantRole = 'owner' | 'member';
export type SigningMode = 'DEV' | 'STANDARD' | 'EXTERNAL_JWKS';

export type TenantCreated = {
  readonly name: string;
  readonly reporting_currency: string;
  readonly signing_mode: SigningMode;
};
export type MemberAdded = { readonly user_id: string; readonly role: TenantRole };
export type CurrencyAllowed = { readonly code: string };

export interface TenantEvents {
  readonly 'tenant.created': TenantCreated;
  readonly 'member.added': MemberAdded;
  readonly 'currency.allowed': CurrencyAllowed;
}
