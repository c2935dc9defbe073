// Whom the demo deals with: each customer and supplier with an account of their own, so that what they owe, and since when, can be seen.

export interface DemoParty {
  readonly label: string;
  readonly account: string;
  readonly currency: 'EUR' | 'USD';
  /** How much it may owe, in euros. */
  readonly exposureLimit?: string;
}

export const customers: readonly DemoParty[] = [
  { label: 'Alpine Outfitters', account: 'ALPINE-EUR', currency: 'EUR', exposureLimit: '75000' },
  { label: 'Baltic Freight', account: 'BALTIC-EUR', currency: 'EUR' },
  { label: 'Canal Street Foods', account: 'CANAL-USD', currency: 'USD', exposureLimit: '20000' },
  { label: 'Dune Analytics', account: 'DUNE-USD', currency: 'USD' },
  { label: 'Ember & Oak', account: 'EMBER-EUR', currency: 'EUR' },
  { label: 'Fjord Energy', account: 'FJORD-EUR', currency: 'EUR' },
];

export const suppliers: readonly [DemoParty, ...DemoParty[]] = [
  { label: 'Paper Mill GmbH', account: 'PAPER-MILL-EUR', currency: 'EUR' },
  { label: 'Lumen Software', account: 'LUMEN-EUR', currency: 'EUR' },
  { label: 'City Utilities', account: 'UTILITIES-EUR', currency: 'EUR' },
  { label: 'Harbour Logistics', account: 'HARBOUR-EUR', currency: 'EUR' },
];

export const partyIdOf = (idOf: (name: string) => string, label: string): string => idOf(`party/${label}`);
