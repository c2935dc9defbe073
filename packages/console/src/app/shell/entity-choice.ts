// How an entity is told from an organisation among the options of the switcher.
export const ENTITY = 'entity:';
export const ALL = `${ENTITY}all`;

/** The entity of an option (null: all of them), or undefined where it is an organisation's. */
export const entityOf = (option: string): string | null | undefined =>
  option === ALL ? null : option.startsWith(ENTITY) ? option.slice(ENTITY.length) : undefined;
