// How far an import is: on a terminal one line that changes, elsewhere a line now and then.

const TERMINAL_EVERY_MS = 200;
const PLAIN_EVERY_MS = 10_000;
const CLEAR_LINE = '\r\u001B[K';

export class Progress {
  private readonly out: NodeJS.WriteStream;
  private shownMs = performance.now();

  constructor(out: NodeJS.WriteStream) {
    this.out = out;
  }

  /** Shows it where it is time to. */
  show(text: () => string): void {
    const { out } = this;
    const nowMs = performance.now();
    if (nowMs - this.shownMs < (out.isTTY ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.shownMs = nowMs;
    out.write(out.isTTY ? `${CLEAR_LINE}${text()}` : `${text()}\n`);
  }

  /** A line that stays. */
  say(text: string): void {
    this.end();
    this.out.write(`${text}\n`);
  }

  end(): void {
    if (this.out.isTTY) this.out.write(CLEAR_LINE);
  }
}
