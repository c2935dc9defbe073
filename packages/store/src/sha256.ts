import { hash } from 'node:crypto';
import { type Hashing, runHashing } from '@countinghouse/kernel/merkle/hashing';

/** Runs a computation of the kernel with Node's own SHA-256. */
export const hashBytes = <T>(hashing: Hashing<T>): T => runHashing(hashing, (bytes) => hash('sha256', bytes, 'buffer'));
