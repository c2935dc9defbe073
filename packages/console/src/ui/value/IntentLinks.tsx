import { IntentLink } from './IntentLink.tsx';

/** Intents one below the other; a dash where there is none. */
export function IntentLinks({ ids }: { readonly ids: readonly (string | null)[] }) {
  return ids.map((id, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; several may have none
    <div key={line}>{id === null ? '—' : <IntentLink id={id} />}</div>
  ));
}
