// The three acts, each with what its call came to. A token that was typed goes along; without one the session decides.
import { privacy } from '@countinghouse/contract/features/privacy';
import type { RouteDef } from '@countinghouse/contract/wire';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';

export interface LogEntry {
  readonly id: number;
  readonly at: string;
  readonly path: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly answer: unknown;
  /** What was done and what was not; empty where the answer says it all. */
  readonly summary: string;
}

const stays = (emails: number): string =>
  `Not touched: the sign-in ${emails === 1 ? 'e-mail of 1 member' : `e-mails of ${emails} members`}.`;
const records = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`;

export type Act = UseMutationResult<unknown, Error, void>;

interface Acts {
  readonly tokenise: Act;
  readonly erase: Act;
  readonly rotate: Act;
  /** The latest first. */
  readonly log: readonly LogEntry[];
}

export function useActs(token: string): Acts {
  const [log, setLog] = useState<readonly LogEntry[]>([]);
  const options = token === '' ? {} : { bearer: token };
  const note = (route: RouteDef, status: number, answer: unknown, summary = ''): void =>
    setLog((before) => [{ id: before.length, at: new Date().toISOString(), path: route.path, status, answer, summary }, ...before]);
  const noteFailure = (route: RouteDef) => (error: Error) =>
    error instanceof ApiError
      ? note(route, error.status, error.payload ?? { error: error.code })
      : note(route, 0, { error: 'Request failed' });
  // What any screen shows of persons may have changed.
  const tokenise = useWrite(privacy.tokenise, {
    input: () => ({ body: {} }),
    options: () => options,
    said: ({ tokenized }) => `Email addresses tokenised (${tokenized} records updated)`,
    touches: 'everything',
    done: (answer) => {
      const { tokenized, remaining, sign_in_emails_kept: kept } = answer;
      const later = remaining === 0 ? '' : `, ${records(remaining)} follow`;
      note(privacy.tokenise, 200, answer, `Encrypted: ${records(tokenized)}${later}. ${stays(kept)}`);
    },
    failed: noteFailure(privacy.tokenise),
  });
  const erase = useWrite(privacy.erase, {
    input: () => ({ body: {} }),
    options: () => options,
    said: 'Encrypted fields erased',
    touches: 'everything',
    done: (answer) => note(privacy.erase, 200, answer, `Erased: ${records(answer.records)}. ${stays(answer.sign_in_emails_kept)}`),
    failed: noteFailure(privacy.erase),
  });
  const rotate = useWrite(privacy.rotate, {
    input: () => ({ body: {} }),
    options: () => options,
    said: 'Tenant key rotation queued',
    touches: 'everything',
    done: (answer) => note(privacy.rotate, 200, answer),
    failed: noteFailure(privacy.rotate),
  });
  return { tokenise, erase, rotate, log };
}
