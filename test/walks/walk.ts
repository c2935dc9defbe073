// What the walks over every call need to know of a feature: a file a feature beside this one, `test/walks/<stem>.ts`.

import type { Target } from './body-books.ts';
import type { Books, Row } from './isolation-books.ts';

export interface Walk {
  /** A row for each route, by its name in the contract: requests that are in order, and requests that name what is somebody else's. */
  readonly isolation: Readonly<Record<string, Row>>;
  /** Makes an object of the feature's own in somebody's books, for rows to name as theirs; answers its id. */
  readonly object?: (o: Books) => Promise<string>;
  /** Each route that takes a body, with one that is in order: the walk puts junk in every place of it. */
  readonly malformed: readonly Target[];
}
