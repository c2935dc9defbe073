// @ts-check

/** @typedef {'content' | 'bundle' | 'event' | 'told' | 'inclusion' | 'checkpoint' | 'key'} EvidenceFaultCode */

/** What is wrong with a bundle or a pack; caught where it is proven. */
export class Faulty extends Error {
  /** @param {EvidenceFaultCode} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
