// Several statements in one trip, each a message of its own: a database that is spread over machines hands the whole text of a message that
// sets something on to all of them (docs/decisions/0205-spread-over-citus.md), so that a setting stands alone in its message.

import type pg from 'pg';

/** What of the driver's connection is used: messages of the extended protocol (PostgreSQL documentation, frontend/backend protocol, pipelining). */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { readonly name: string; readonly text: string; readonly types: readonly number[] }): void;
  bind(portal: { readonly portal: string; readonly statement: string }): void;
  execute(portal: { readonly portal: string }): void;
  sync(): void;
}

/** What the driver calls while they run; the shape of its own Query class. */
class Pipeline {
  /** As a trip it is what it begins with: what watches trips asks. */
  readonly text: string;
  private readonly texts: readonly string[];
  private readonly settle: (error: Error | null) => void;

  constructor(texts: readonly string[], settle: (error: Error | null) => void) {
    this.text = texts[0] ?? '';
    this.texts = texts;
    this.settle = settle;
  }

  submit(wire: Wire): void {
    wire.stream.cork();
    for (const text of this.texts) {
      wire.parse({ name: '', text, types: [] });
      wire.bind({ portal: '', statement: '' });
      wire.execute({ portal: '' });
    }
    wire.sync();
    wire.stream.uncork();
  }

  callback(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  // pg forgets a query once it failed: handleReadyForQuery does not come for it.
  handleError(error: Error): void {
    this.settle(error);
  }

  handleReadyForQuery(): void {
    this.settle(null);
  }
}

/** Runs statements without parameters one after the other, and answers nothing of them. Rejects with the first error; those behind it did not run. */
export function pipeline(client: pg.ClientBase, texts: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(texts, (error) => (error === null ? resolve() : reject(error))) as never);
  });
}
