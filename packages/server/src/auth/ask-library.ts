// The authentication library catches what the database says here and there, and answers as if the request were wrong or nobody were signed in. So what its
// queries failed with is heard while it is asked: infrastructure is never told as a business answer (decision 0006, rule 11).

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from '@countinghouse/store/connection';
import { APIError } from 'better-auth/api';
import { codeOf } from '../http/errors.ts';

const underWay = new AsyncLocalStorage<unknown[]>();

const heard = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    underWay.getStore()?.push(error);
    throw error;
  });

/** The same pool, for the library: what its queries fail with is heard. */
export function heardPool(pool: Pool): Pool {
  const connect = async (): Promise<object> => {
    const client = await heard(pool.connect());
    const query = (...asked: unknown[]): Promise<unknown> => heard(Reflect.apply(client.query, client, asked) as Promise<unknown>);
    return Object.create(client, { query: { value: query } }) as object;
  };
  return Object.create(pool, { connect: { value: connect } }) as Pool;
}

/**
 * What the library answers; where that is a refusal and the database was in trouble meanwhile, or where the library itself broke, what the
 * database failed with is thrown.
 */
export async function askLibrary<T>(
  ask: () => Promise<T>,
  isRefusal: (answer: T) => boolean = () => false,
  isBroken: (answer: T) => boolean = () => false,
): Promise<T> {
  const failures: unknown[] = [];
  const failure = (): unknown => failures.find((error) => codeOf(error) !== 'UNKNOWN');
  try {
    const answer = await underWay.run(failures, ask);
    if (isRefusal(answer) && failure() !== undefined) throw failure();
    if (isBroken(answer) && failures.length > 0) throw failures.at(-1);
    return answer;
  } catch (error) {
    throw error instanceof APIError ? (failure() ?? error) : error;
  }
}
