/** Who acts. `system` is the system itself (jobs), which no person can be. */
export type Actor =
  | {
      readonly kind: 'user';
      readonly id: string;
      /** The API key that they made and act through; absent for the person themselves. */
      readonly apiKeyId?: string;
    }
  | { readonly kind: 'system'; readonly id: 'system' };

/** Who the system is in the log. */
export const systemActor = { kind: 'system', id: 'system' } as const;
