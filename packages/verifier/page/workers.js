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

const INFLATED_BYTES = 1 << 20;
/** Memory to inflate into. To touch memory for the first time costs a browser more than to inflate into what it has. @type {Uint8Array[]} */
const free = [];

/**
 * What a member of a gzip file, whole, inflates to: `use` is given it for as long as it runs, and others are inflated into the same memory
 * afterwards. Throws TypeError where the member is damaged.
 * @template T
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {(inflated: Uint8Array) => T} use
 */
export async function withInflated(bytes, use) {
  let memory = free.pop() ?? new Uint8Array(INFLATED_BYTES);
  try {
    let size = 0;
    for await (const chunk of inflate(bytes)) {
      if (size + chunk.length > memory.length) {
        const grown = new Uint8Array(2 * (size + chunk.length));
        grown.set(memory);
        memory = grown;
      }
      memory.set(chunk, size);
      size += chunk.length;
    }
    return use(memory.subarray(0, size));
  } finally {
    free.push(memory);
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {AsyncGenerator<Uint8Array>} */
async function* inflate(bytes) {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  // What fails there fails for who reads.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = readable.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
