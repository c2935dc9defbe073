/** Who acts. `user` is a person, or a service account, which acts through its keys alone; `system` is the system itself (jobs), which neither can be. */
export type Actor =
  | {
      readonly kind: 'user';
      readonly id: string;
      /** The API key of theirs that they act through; absent for the person themselves. */
      readonly apiKeyId?: string;
      /** Which of its secrets they came with; absent where what was asked for earlier goes on. */
      readonly apiKeySecret?: number;
      /** The address they call from, where a decision asks for it. It is in no event. */
      readonly address?: string;
    }
  | { readonly kind: 'system'; readonly id: 'system' };

/** Who the system is in the log. */
export const systemActor = { kind: 'system', id: 'system' } as const;
