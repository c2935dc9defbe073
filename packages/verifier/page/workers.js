// Names and messages of the page's workers. They run the page's own script: nothing else may run here.
// @ts-check

export const BOOKS_WORKER = 'books';
export const BLOCK_WORKER = 'block';

/** A page from a disk has an origin that nothing else shares: each who starts a worker makes the address itself. @param {string} script @param {string} name */
export function startWorker(script, name) {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Worker(/** @type {string} */ (trusted(address)), { name });
}

/** Browsers that know Trusted Types start workers only from addresses that a policy vouches for. @param {string} address */
function trusted(address) {
  const { trustedTypes } =
    /** @type {{ trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown } } }} */ (
      /** @type {unknown} */ (globalThis)
    );
  policy ??= trustedTypes?.createPolicy('audit-pack', { createScriptURL: (/** @type {string} */ url) => url });
  return policy?.createScriptURL(address) ?? address;
}
/** @type {{ createScriptURL(url: string): unknown } | undefined} */
let policy;

/** A member of a gzip file, whole. Throws TypeError where it is damaged. @param {Uint8Array<ArrayBuffer>} bytes */
export async function gunzip(bytes) {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
