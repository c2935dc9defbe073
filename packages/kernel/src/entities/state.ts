import type { EntityRole } from './events.ts';

export interface EntityState {
  readonly id: string;
  readonly code: string;
  readonly baseCurrency: string;
  active: boolean;
  /** Roles by person. */
  readonly members: Map<string, EntityRole>;
}
