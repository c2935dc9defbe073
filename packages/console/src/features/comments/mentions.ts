// Whom a text mentions, as it is typed (`@Olive`) and as it is sent (`@[id of the account]`): no name is ever sent.
import { mentionOf, partsOf } from '@countinghouse/contract/features/comments';

export interface Mentionable {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** What each is called while it is typed: by name, or by e-mail where another has the same name or there is none. */
export function labelsOf(people: readonly Mentionable[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of people) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return new Map(people.map(({ id, name, email }) => [id, name !== '' && counts.get(name.toLowerCase()) === 1 ? name : email]));
}

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Neither side of a mention goes on with a letter or digit: `a@Olive` is an address, `@Olives` somebody else. */
const before = '(?<![\\p{L}\\p{N}])';
const after = '(?![\\p{L}\\p{N}])';

/** A typed text as it is sent. The longest name wins. */
export function toSent(typed: string, people: readonly Mentionable[]): string {
  const idByLabel = new Map([...labelsOf(people)].map(([id, label]) => [label.toLowerCase(), id]));
  if (idByLabel.size === 0) return typed;
  const labels = [...idByLabel.keys()].sort((a, b) => b.length - a.length).map(escaped);
  return typed.replace(new RegExp(`${before}@(${labels.join('|')})${after}`, 'giu'), (all, label: string) => {
    const id = idByLabel.get(label.toLowerCase());
    return id === undefined ? all : mentionOf(id);
  });
}

/** A sent text as it is typed; somebody who is no member any more stays as sent. */
export function toTyped(sent: string, people: readonly Mentionable[]): string {
  const labels = labelsOf(people);
  return partsOf(sent)
    .map((part) => {
      if (typeof part === 'string') return part;
      const label = labels.get(part.mentions);
      return label === undefined ? mentionOf(part.mentions) : `@${label}`;
    })
    .join('');
}

/** The mention that is being typed right before the caret: where its `@` is and what follows it; null where none is. */
export function typedAt(typed: string, caret: number): { readonly start: number; readonly words: string } | null {
  const found = new RegExp(`${before}@([^@\\n]{0,40})$`, 'u').exec(typed.slice(0, caret));
  return found === null ? null : { start: found.index, words: found[1] ?? '' };
}

/** Members whose name or e-mail begins with, or has a word that begins with, what was typed. */
export function offered(people: readonly Mentionable[], words: string, most: number): readonly Mentionable[] {
  const wanted = words.toLowerCase();
  return people
    .filter(({ name, email }) => [name, ...name.split(/\s+/), email].some((part) => part.toLowerCase().startsWith(wanted)))
    .slice(0, most);
}
