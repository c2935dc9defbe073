import type { Actor } from '../ledger/actor.ts';

export interface AllowCurrency {
  readonly type: 'currency.allow';
  readonly actor: Actor;
  readonly code: string;
}

export interface RemoveCurrency {
  readonly type: 'currency.remove';
  readonly actor: Actor;
  readonly code: string;
}

export type CurrencyCommand = AllowCurrency | RemoveCurrency;
