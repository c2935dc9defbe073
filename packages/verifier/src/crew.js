// Hands blocks to those who check them, and gives back what they say, in order.
// @ts-check

/** Blocks that one of a crew has at once: one that it works on, one that waits. */
const BLOCKS_EACH = 2;

/**
 * @template T, R
 * @param {AsyncIterable<T>} blocks
 * @param {readonly { check(block: T): Promise<R>, end(): unknown }[]} crew ended here, whatever happens
 * @returns {AsyncGenerator<R>}
 */
export async function* checkInTurn(blocks, crew) {
  try {
    /** @type {Promise<R>[]} */
    const underWay = [];
    let next = 0;
    for await (const block of blocks) {
      const promise = /** @type {{ check(block: T): Promise<R> }} */ (crew[next]).check(block);
      // Awaited in its turn; one that fails before that must not end the process.
      promise.catch(() => {});
      underWay.push(promise);
      next = (next + 1) % crew.length;
      if (underWay.length >= crew.length * BLOCKS_EACH) yield await /** @type {Promise<R>} */ (underWay.shift());
    }
    for (const promise of underWay) yield await promise;
  } finally {
    await Promise.all(crew.map((each) => each.end()));
  }
}
