// A list that is looked through for what a filter leaves: stretch by stretch, until a page is full, as much was looked at as one call may, or
// it has looked for long enough. What it found so far is its answer, with the place where it goes on.

/** Milliseconds after which no further stretch is begun: so a call whose filter leaves little takes little longer than any other. Source: decision 0209. */
const LOOKING_MS = 20;

export interface Stretch<Item, Place> {
  readonly items: readonly Item[];
  /** null: there is no more. */
  readonly next: Place | null;
  /** No more of them fit into the page. */
  readonly full?: true;
}

export interface StretchAsked {
  /** Items of a page. */
  readonly limit: number;
  /** How many of what is filtered are looked at by one call, and by one of its statements. */
  readonly scanned: number;
  readonly each: number;
}

/** `look` finds up to `limit` items among the next `scanned` from a place on. */
export async function lookThrough<Item, Place>(
  { limit, scanned, each }: StretchAsked,
  from: Place | null,
  look: (
    from: Place | null,
    asked: { readonly limit: number; readonly scanned: number; readonly found: readonly Item[] },
  ) => Promise<Stretch<Item, Place>>,
): Promise<Stretch<Item, Place>> {
  const untilMs = performance.now() + LOOKING_MS;
  const items: Item[] = [];
  let place = from;
  for (let left = scanned; ; ) {
    const found = await look(place, { limit: limit - items.length, scanned: Math.min(each, left), found: items });
    items.push(...found.items);
    place = found.next;
    left -= each;
    if (place === null || found.full === true || items.length >= limit || left <= 0 || performance.now() >= untilMs)
      return { items, next: place };
  }
}
