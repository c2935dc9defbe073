// The calls that the command line offers: each that an API key may make under /api/v1, as the contract has it. Its name is that of its feature
// and its own, in small letters: `intents.list`, `accounts.opening-rules`.

import type { KeyGrant } from '@countinghouse/contract/features/api-keys';
import { grantFor } from '@countinghouse/contract/key-grants';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';

const V1 = '/api/v1/';

export interface KnownCall {
  readonly name: string;
  readonly route: RouteDef;
  /** Under /api/v1. */
  readonly path: string;
  /** What a key must be granted. */
  readonly grant: KeyGrant;
}

const nameOf = (feature: string, name: string): string => `${feature}.${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const all = Object.entries(routes).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, route]) => ({ name: nameOf(feature, name), route, path: route.v1?.path ?? route.path })),
);

export const knownCalls: readonly KnownCall[] = all.flatMap(({ name, route, path }) => {
  const grant = grantFor(route);
  return grant === null || !path.startsWith(V1) ? [] : [{ name, route, path, grant }];
});

/** Throws one sentence where there is none of this name, or none for a key. */
export function findCall(name: string): KnownCall {
  const call = knownCalls.find((known) => known.name === name);
  if (call !== undefined) return call;
  const other = all.find((known) => known.name === name);
  if (other === undefined) throw new Error(`There is no call ${name}: \`countinghouse calls\` lists those there are.`);
  throw new Error(
    grantFor(other.route) === null
      ? `${name} takes a person: no API key may make it.`
      : `${name} is not under ${V1}: \`countinghouse calls\` lists those that are.`,
  );
}

/** Those with all these words, in any case. */
export function findCalls(words: readonly string[]): readonly KnownCall[] {
  const asked = words.flatMap((word) => word.toLowerCase().split(/\s+/));
  return knownCalls.filter(({ name, route, path, grant }) => {
    const text = [name, route.method, path, route.summary, grant].join(' ').toLowerCase();
    return asked.every((word) => text.includes(word));
  });
}
