// Server-sent events as they come in pieces over the wire, put together again (WHATWG HTML, 9.2.6). What a stream says beside
// messages (comments, how long to wait) is left out.

export interface StreamMessage {
  readonly event: string;
  readonly data: string;
  /** The last id that was told, with this message or before it; empty while there was none. */
  readonly id: string;
}

export class StreamReader {
  private rest = '';
  private id = '';

  /** The messages that a piece completes. */
  read(piece: string): readonly StreamMessage[] {
    this.rest += piece;
    const blocks = this.rest.split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => this.messageOf(block) ?? []);
  }

  private messageOf(block: string): StreamMessage | null {
    let event = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (name === 'id') this.id = value;
      else if (name === 'event') event = value;
      else if (name === 'data') data.push(value);
    }
    return data.length === 0 ? null : { event, data: data.join('\n'), id: this.id };
  }
}
