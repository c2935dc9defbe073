// The archive as it lies in the page.
// @ts-check

/** Bytes of base64. Newer browsers do it by themselves, and much faster. @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function decode(text) {
  const { fromBase64 } = /** @type {{ fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }} */ (/** @type {unknown} */ (Uint8Array));
  return fromBase64 === undefined ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : fromBase64.call(Uint8Array, text);
}

export class ArchiveElements {
  #elements = [...document.querySelectorAll('script[type="application/gzip"]')];

  get pieces() {
    return this.#elements.length;
  }

  /** Memory of one's own, each time. @param {number} piece */
  bytes(piece) {
    return decode(this.#elements[piece].textContent);
  }

  /** The keys that whoever made the file put into it; empty for none. */
  carriedKeys() {
    return new TextDecoder().decode(decode(document.getElementById('keys')?.textContent.trim() ?? ''));
  }
}
