// What a handler may answer beside the content of a 200.

import type { Readable } from 'node:stream';

/** An answer with another status than 200, of those the route declares in `also`. */
export class OtherStatus {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** An answer with status 200 that is a file: whole, or as it is made. Its name is what a browser saves it under. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array | Readable;

  constructor(name: string, type: string, content: string | Uint8Array | Readable) {
    this.name = name;
    this.type = type;
    this.content = content;
  }
}

/** An answer with status 200 that is JSON already, checked against the schema of its route. */
export class JsonAnswer {
  readonly json: Uint8Array;

  constructor(json: Uint8Array) {
    this.json = json;
  }
}
