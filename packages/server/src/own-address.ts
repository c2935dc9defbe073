import os from 'node:os';

/** The first address of this machine that another one can reach; loopback where it has none. */
export const ownAddress = (): string =>
  Object.values(os.networkInterfaces())
    .flat()
    .find((a) => a !== undefined && !a.internal && a.family === 'IPv4')?.address ?? '127.0.0.1';
