// What generated clients know of a schema: enough to say its type in a language, and nothing of what it checks. Alternatives that are all
// objects become one whose members need not all be there.

export type Shape = { readonly nullable: boolean } & (
  | { readonly is: 'any' | 'integer' | 'number' | 'boolean' }
  /** One of the values, where there are any. */
  | { readonly is: 'text'; readonly values: readonly string[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'map'; readonly of: Shape }
  | { readonly is: 'object'; readonly members: readonly Member[] }
);

export interface Member {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
}

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

const anything: Shape = { is: 'any', nullable: false };

export function shapeOf(schema: Schema | undefined): Shape {
  if (schema === undefined) return anything;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const nullable = choices.some(({ type }) => type === 'null');
    const [first = anything, ...others] = choices.filter(({ type }) => type !== 'null').map(shapeOf);
    const one = others.reduce(merge, first);
    return { ...one, nullable: nullable || one.nullable };
  }
  const types = [schema.type ?? []].flat();
  const nullable = types.includes('null');
  const [type, another] = types.filter((t) => t !== 'null');
  if (another !== undefined) return { is: 'any', nullable };
  switch (type) {
    case 'string':
      return { is: 'text', values: (schema.enum ?? []).filter((value) => typeof value === 'string'), nullable };
    case 'integer':
    case 'number':
    case 'boolean':
      return { is: type, nullable };
    case 'array':
      return { is: 'list', of: shapeOf(schema.items), nullable };
    case 'object':
      return { ...objectOf(schema), nullable };
    default:
      return { is: 'any', nullable };
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema): Shape {
  const members = Object.entries(properties ?? {});
  if (members.length === 0 && additionalProperties !== false)
    return { is: 'map', of: shapeOf(typeof additionalProperties === 'object' ? additionalProperties : undefined), nullable: false };
  return {
    is: 'object',
    members: members.map(([name, schema]) => ({ name, shape: shapeOf(schema), required: required.includes(name) })),
    nullable: false,
  };
}

/** What both may be. Objects become one with the members of both. */
export function merge(a: Shape, b: Shape): Shape {
  const nullable = a.nullable || b.nullable;
  if (a.is === 'object' && b.is === 'object') {
    const names = [...new Set([...a.members, ...b.members].map((m) => m.name))];
    const members = names.map((name): Member => {
      const [of, other] = [a, b].map(({ members: all }) => all.find((m) => m.name === name));
      const one = of ?? (other as Member);
      if (of === undefined || other === undefined) return { ...one, required: false };
      return { name, shape: merge(of.shape, other.shape), required: of.required && other.required };
    });
    return { is: 'object', members, nullable };
  }
  if (a.is === 'text' && b.is === 'text') {
    const open = a.values.length === 0 || b.values.length === 0;
    return { is: 'text', values: open ? [] : [...new Set([...a.values, ...b.values])], nullable };
  }
  if (a.is === 'list' && b.is === 'list') return { is: 'list', of: merge(a.of, b.of), nullable };
  if (a.is === 'map' && b.is === 'map') return { is: 'map', of: merge(a.of, b.of), nullable };
  return a.is === b.is ? { ...a, nullable } : { is: 'any', nullable };
}
