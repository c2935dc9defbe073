/** An address or a network from which calls are taken. */
export type AllowedNetwork = {
  /** In its one spelling: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/48`. */
  readonly network: string;
  /** What it is, for people; null: nothing is said. */
  readonly note: string | null;
};

/** The whole list, in the order of its owner; an empty one lets everybody in. */
export type AllowListChanged = { readonly networks: readonly AllowedNetwork[] };

/** Whoever runs the server emptied it. */
export type AllowListCleared = Readonly<Record<string, never>>;

export interface AllowListEvents {
  readonly 'allow_list.changed': AllowListChanged;
  readonly 'allow_list.cleared': AllowListCleared;
}
