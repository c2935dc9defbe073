// Writing: the call, what is said of it, what is read again after it, and what its form marks when it is refused.
import type { CallOptions, RouteAnswer } from '@countinghouse/client/client';
import { approvals } from '@countinghouse/contract/features/approvals';
import type { HeldChange } from '@countinghouse/contract/held';
import type { RouteDef, RouteInput } from '@countinghouse/contract/wire';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { saveFile } from '../values/csv.ts';
import { formErrorsOf } from './api-error.ts';
import { call, callFile } from './client.ts';
import { readAgain, type Touched, touch } from './query.ts';
import { toastError, toastHeld, toastSuccess } from './toast.tsx';

type Done<A> = Exclude<A, HeldChange>;

interface Form {
  readonly reset: () => void;
  readonly setErrors: (errors: Record<string, string>) => void;
}

export interface Act<A, I> {
  /** What a person reads once it is done. */
  readonly said?: string | ((answer: Done<A>, input: I) => string | null);
  /** What is read again: after it was done, and after it failed, which may have been because something newer is there. */
  readonly touches?: readonly Touched[] | 'everything';
  /** Is emptied when it is done, and marks the fields that were refused. */
  readonly form?: Form;
  /** What the form marks; else the server's faults of its fields. */
  readonly faults?: (error: Error) => Record<string, string>;
  /** When it is done, or waits for another owner. */
  readonly close?: () => void;
  /** When it is done, before what it touches is read again. */
  readonly done?: (answer: Done<A>, input: I) => unknown;
  /** When it waits for another owner: nothing has changed yet. */
  readonly held?: (answer: Extract<A, HeldChange>) => void;
  readonly failed?: (error: Error, input: I) => void;
  /** The form shows its failure itself: no toast. */
  readonly quiet?: boolean;
  /** The specification's literal for this failure; the server's words follow it. */
  readonly literal?: string;
  /** Nothing of the answer is kept: there is a secret in it. */
  readonly secret?: boolean;
}

/** A change that waits. The receipt of an intent that waits looks alike, but is what its form shows: it names the intent. */
const isHeld = (answer: unknown): answer is HeldChange =>
  typeof answer === 'object' &&
  answer !== null &&
  'status' in answer &&
  answer.status === 'proposed' &&
  'approvalId' in answer &&
  !('intentId' in answer);

/** Something a person does that may fail. A failure is told in a toast, unless `quiet`. */
export function useAct<A, I = void>(run: (input: I) => Promise<A>, act: Act<A, I> = {}): UseMutationResult<A, Error, I> {
  const queries = useQueryClient();
  const { touches = [] } = act;
  const refresh = (also: readonly Touched[] = []): Promise<unknown> =>
    touches === 'everything' ? readAgain(queries) : touch(queries, [...touches, ...also]);
  return useMutation({
    mutationFn: run,
    ...(act.secret === true ? { gcTime: 0 } : {}),
    onSuccess: async (answer, input) => {
      if (isHeld(answer)) {
        toastHeld(answer);
        act.form?.reset();
        act.close?.();
        act.held?.(answer as Extract<A, HeldChange>);
        await refresh([approvals]);
        return;
      }
      const done = answer as Done<A>;
      const sentence = typeof act.said === 'function' ? act.said(done, input) : act.said;
      if (typeof sentence === 'string') toastSuccess(sentence);
      act.form?.reset();
      act.close?.();
      await act.done?.(done, input);
      await refresh();
    },
    onError: (error, input) => {
      if (act.quiet !== true) toastError(error, act.literal);
      act.form?.setErrors((act.faults ?? formErrorsOf)(error));
      act.failed?.(error, input);
      void refresh();
    },
  });
}

interface Write<R extends RouteDef, I> extends Act<RouteAnswer<R>, I> {
  /** What is sent of what `mutate` is given. */
  readonly input: (values: I) => RouteInput<R>;
  readonly options?: (values: I) => CallOptions;
}

/** A write of the contract: `useWrite(accounts.create, { input: (body: NewAccount) => ({ body }), said: 'Account created', touches: [accounts] })`. */
export const useWrite = <R extends RouteDef, I = void>(
  route: R,
  { input, options, ...act }: Write<NoInfer<R>, I>,
): UseMutationResult<RouteAnswer<R>, Error, I> =>
  useAct((values: I) => call(route, input(values) as RouteInput<R>, options?.(values)), act as Act<RouteAnswer<R>, I>);

/** Takes a file of the server's away, under the name it has there. */
export const useDownload = <R extends RouteDef, I = void>(
  route: R,
  input: (values: I) => RouteInput<NoInfer<R>>,
): UseMutationResult<void, Error, I> =>
  useAct(async (values: I) => {
    const { name, content } = await callFile(route, input(values) as RouteInput<R>);
    saveFile(name, content);
  });
