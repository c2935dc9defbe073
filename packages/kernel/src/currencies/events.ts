export type CurrencyAllowed = { readonly code: string };
export type CurrencyRemoved = { readonly code: string };

export interface CurrencyEvents {
  readonly 'currency.allowed': CurrencyAllowed;
  readonly 'currency.removed': CurrencyRemoved;
}
