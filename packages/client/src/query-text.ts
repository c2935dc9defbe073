/** A query as text, without `?`: `name=value`, an object as `name[key]=value`. What is undefined or null is left out. */
export function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'object' && !Array.isArray(value))
      for (const [key, member] of Object.entries(value)) pairs.set(`${name}[${key}]`, String(member));
    else pairs.set(name, String(value));
  }
  return pairs.toString();
}
