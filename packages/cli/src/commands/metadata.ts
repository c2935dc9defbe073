// Metadata over HTTP: of an intent, an account, an entity or a party; shown, and changed key by key.

import { metadata } from '@countinghouse/contract/features/metadata';
import type { MetadataChanges } from '@countinghouse/contract/metadata-fields';
import { callServer, type ServerOptions } from '../server.ts';

const whats = ['intent', 'account', 'entity', 'party'] as const;
type What = (typeof whats)[number];

/** Throws for what has no metadata. */
function readWhat(text: string): What {
  const what = whats.find((known) => known === text);
  if (what === undefined) throw new Error(`${text} has no metadata: say ${whats.join(', ')}`);
  return what;
}

/** Writes a line a key to the standard output, or one JSON object with the latest changes. */
export async function showMetadata(text: string, id: string, server: ServerOptions, json: boolean): Promise<number> {
  const asked = { params: { id }, query: {} };
  const view = await {
    intent: () => callServer(server, metadata.ofIntent, { ...asked, params: { intent_id: id } }),
    account: () => callServer(server, metadata.ofAccount, asked),
    entity: () => callServer(server, metadata.ofEntity, asked),
    party: () => callServer(server, metadata.ofParty, asked),
  }[readWhat(text)]();
  process.stdout.write(json ? `${JSON.stringify(view)}\n` : linesOf(view.metadata));
  return 0;
}

/** Gives keys their values, as `key=value`, and removes others. Throws where it is refused. */
export async function setMetadata(
  text: string,
  id: string,
  pairs: readonly string[],
  { remove, ...server }: ServerOptions & { readonly remove?: readonly string[] | undefined },
  json: boolean,
): Promise<number> {
  const asked = { params: { id }, body: { metadata: changesOf(pairs, remove ?? []) } };
  const changed = await {
    intent: () => callServer(server, metadata.annotateIntent, { ...asked, params: { intent_id: id } }),
    account: () => callServer(server, metadata.annotateAccount, asked),
    entity: () => callServer(server, metadata.annotateEntity, asked),
    party: () => callServer(server, metadata.annotateParty, asked),
  }[readWhat(text)]();
  process.stdout.write(json ? `${JSON.stringify(changed)}\n` : linesOf(changed.metadata));
  return 0;
}

function changesOf(pairs: readonly string[], removed: readonly string[]): MetadataChanges {
  const given = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new Error(`${pair}: say key=value`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  const changes = [...given, ...removed.map((key): [string, null] => [key, null])];
  if (changes.length === 0) throw new Error('say key=value, or --remove and a key');
  if (new Set(changes.map(([key]) => key)).size < changes.length) throw new Error('name each key once');
  return Object.fromEntries(changes);
}

/** A value of several lines stays on one. */
const linesOf = (kept: Readonly<Record<string, string>>): string =>
  Object.entries(kept)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value.replaceAll('\n', '\\n')}\n`)
    .join('');
