// Simulated time: what is to happen, in the order of its instants. Nothing here waits.

interface Due {
  readonly atMs: number;
  /** What is due at the same instant happens in the order in which it was asked for. */
  readonly order: number;
  readonly run: () => void;
}

const isBefore = (a: Due, b: Due): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

export class Timeline {
  nowMs = 0;
  private count = 0;
  /** A binary heap: the next is the first. */
  private readonly heap: Due[] = [];

  at(atMs: number, run: () => void): void {
    const due = { atMs, order: this.count++, run };
    const { heap } = this;
    let place = heap.length;
    heap.push(due);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent] as Due;
      if (!isBefore(due, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = due;
  }

  /** Lets everything happen that is due before an instant. */
  runUntil(endMs: number): void {
    for (let next = this.heap[0]; next !== undefined && next.atMs < endMs; next = this.heap[0]) {
      this.dropFirst();
      this.nowMs = next.atMs;
      next.run();
    }
    this.nowMs = endMs;
  }

  private dropFirst(): void {
    const { heap } = this;
    const last = heap.pop() as Due;
    if (heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Due, heap[child] as Due)) child += 1;
      if (!isBefore(heap[child] as Due, last)) break;
      heap[place] = heap[child] as Due;
      place = child;
    }
    heap[place] = last;
  }
}
