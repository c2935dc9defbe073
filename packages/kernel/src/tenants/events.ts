/** owner may everything; member posts, and reads; auditor reads everything and writes nothing. */
export type TenantRole = 'owner' | 'member' | 'auditor';
export type SigningMode = 'DEV' | 'STANDARD' | 'EXTERNAL_JWKS';

export type TenantCreated = {
  readonly name: string;
  readonly reporting_currency: string;
  readonly signing_mode: SigningMode;
};
export type TenantRenamed = { readonly name: string };
/** Nothing more than that it happened. */
export type TenantPassed = Readonly<Record<string, never>>;

export interface TenantEvents {
  readonly 'tenant.created': TenantCreated;
  readonly 'tenant.renamed': TenantRenamed;
  readonly 'tenant.deactivated': TenantPassed;
  readonly 'tenant.reactivated': TenantPassed;
  readonly 'tenant.archived': TenantPassed;
}
