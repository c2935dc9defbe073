// The shapes of events as the verifier carries them: all versions of each type, without what is for people.

import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../vectors/event-shapes/', import.meta.url);
const forPeople: ReadonlySet<string> = new Set(['$schema', 'title', 'description', 'format']);

/** The text of `packages/verifier/shapes.json`: one line a type. */
export function shapesOfEvents(): string {
  const byType = new Map<string, unknown[]>();
  for (const file of readdirSync(folder).sort()) {
    const [, type = ''] = /^(.+)\.v\d+\.json$/.exec(file) ?? [];
    const schema: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    byType.set(type, [...(byType.get(type) ?? []), bare(schema)]);
  }
  return `{\n${[...byType].map(([type, versions]) => `${JSON.stringify(type)}: ${JSON.stringify(versions)}`).join(',\n')}\n}\n`;
}

/** Names of members are no words of the schema. */
function bare(schema: unknown, areNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => bare(one));
  if (schema === null || typeof schema !== 'object') return schema;
  const kept = Object.entries(schema).filter(([name]) => areNames || !forPeople.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'enum' && !areNames ? value : bare(value, name === 'properties' && !areNames)]),
  );
}
