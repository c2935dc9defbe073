// How much memory PostgreSQL keeps pages in. What it has no room for it asks the kernel for again, and what it changed there goes out in the
// middle of somebody's commit: an organisation of a hundred thousand accounts touches other pages with each posting.

const MB = 2 ** 20;
const SHARE_OF_MEMORY = 8;
const BUFFERS_MB_MIN = 256;
const BUFFERS_MB_MAX = 4_096;

/** `shared_buffers` on a machine with so many bytes of memory: an eighth of it, at least 256 MB and at most 4 GB. Pages take memory once they are used. */
export function sharedBuffersOf(memoryBytes: number): string {
  const mb = Math.floor(memoryBytes / MB / SHARE_OF_MEMORY);
  return `${Math.min(Math.max(mb, BUFFERS_MB_MIN), BUFFERS_MB_MAX)}MB`;
}

/** Of this process: where a container is given less than the machine has, what it is given. `constrained` is 0, or more than there is, where nothing bounds it. */
export function memoryOf(total: number, constrained: number): number {
  return constrained > 0 ? Math.min(total, constrained) : total;
}
