// Leases: whoever does something that one at a time may do has it until so long, by the clock of the database, and renews that while it goes on.
// One that died is waited for no longer than that.

export const LEASE_SECONDS = 7;
export const RENEW_EVERY_MS = 1_500;
/** So many that wait are looked at for one to take: others may take them meanwhile. */
export const AT_ONCE = 8;

/**
 * The first of those that wait that `take` gets, or null. Rows of many organisations cannot be locked together: they are chosen without a lock, and whoever
 * comes second to one takes the next.
 */
export async function takeFirst<Waiting, Taken>(
  waiting: readonly Waiting[],
  take: (one: Waiting) => Promise<Taken | undefined>,
): Promise<Taken | null> {
  for (const one of waiting) {
    const taken = await take(one);
    if (taken !== undefined) return taken;
  }
  return null;
}

/** Runs `work`, renewing its lease meanwhile. A lease that cannot be renewed runs out, and then it is somebody else's. */
export async function whileRenewing<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const renewing = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}
