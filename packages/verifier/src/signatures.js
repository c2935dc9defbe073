// Signatures that are being checked: reading goes on meanwhile, unless many are.
// @ts-check

/** @typedef {import('./faults.js').Fault} Fault */

/** Signatures that are checked at once. */
const AT_ONCE = 64;

export class Signatures {
  /** @type {Set<Promise<void>>} */ #running = new Set();
  #onFault;

  /** @param {(fault: Fault, at: number) => void} onFault */
  constructor(onFault) {
    this.#onFault = onFault;
  }

  /**
   * Reports the fault if the signature does not hold. Answers at once, unless many are being checked.
   * @param {Promise<boolean>} holding
   * @param {Fault} fault
   * @param {() => void} [onHeld]
   * @param {number} [at] the event behind which the signature stands, where it is of events before that
   */
  async expect(holding, fault, onHeld = () => {}, at = fault.seq) {
    const checked = holding.then((isHeld) => {
      this.#running.delete(checked);
      if (isHeld) onHeld();
      else this.#onFault(fault, at);
    });
    this.#running.add(checked);
    if (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
  }

  async settle() {
    await Promise.all(this.#running);
  }
}
