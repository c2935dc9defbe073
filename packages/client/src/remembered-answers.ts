// Answers that came with a tag (`etag`): asked again under it, a server that has nothing newer sends none, and what is remembered holds.

const ANSWERS_MAX = 50;

interface Answer {
  readonly tag: string;
  readonly content: unknown;
}

export class RememberedAnswers {
  /** By what was asked, headers and all; the longest unused first. */
  private readonly answers = new Map<string, Answer>();

  tagOf(asked: string): string | null {
    return this.answers.get(asked)?.tag ?? null;
  }

  /** What is remembered of it, for an answer that says that it still holds. */
  recall(asked: string): unknown {
    const answer = this.answers.get(asked);
    if (answer === undefined) throw new Error('an answer is said to hold that was never there');
    this.answers.delete(asked);
    this.answers.set(asked, answer);
    return answer.content;
  }

  keep(asked: string, tag: string | null, content: unknown): void {
    this.answers.delete(asked);
    if (tag === null) return;
    this.answers.set(asked, { tag, content });
    const [oldest] = this.answers.keys();
    if (this.answers.size > ANSWERS_MAX && oldest !== undefined) this.answers.delete(oldest);
  }
}
