import type { EntityRole } from './events.ts';

export interface EntityState {
  readonly id: string;
  readonly code: string;
  readonly baseCurrency: string;
  active: boolean;
  /** Roles by person or service account. */
  readonly members: Map<string, EntityRole>;
}

/** What the state of an organisation keeps of it. */
export interface EntitiesPart {
  readonly entities: Map<string, EntityState>;
}

export const entitiesPart = (): EntitiesPart => ({
  entities: new Map(),
});
