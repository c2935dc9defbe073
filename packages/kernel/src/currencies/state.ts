/** What the state of an organisation keeps of it. */
export interface CurrenciesPart {
  readonly currencies: Set<string>;
}

export const currenciesPart = (): CurrenciesPart => ({
  currencies: new Set(),
});
