// The shape of a call. One definition serves the server (validation, status codes, OpenAPI), the console and the
// command line (typed client), and the tests (every declared code is provoked).
import type { KeyGrant } from '@countinghouse/kernel/api-keys/events';
import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Need } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Where a call is for programs that is elsewhere for the console, with the names and pages that all calls there have: see decisions 0204 and 0210. */
export interface V1Address {
  readonly path: `/api/v1/${string}`;
  /**
   * Of a list: where its items are, and by what of the last one the next page is found: one of its fields, its place in the whole, or the
   * number of the page. Left out: everything is there at once, or `next` is told already.
   */
  readonly page?: { readonly items: string; readonly by: string };
  /** Its body may have the names of the other address too: a program hands it what it hands to a call of the specification. */
  readonly asSpecifiedToo?: true;
}

export interface RouteDef {
  readonly method: Method;
  /** Path with `:name` parameters. The folder of its handler has the same stem as the contract file. */
  readonly path: string;
  /** Its second address; there its fields are in snake_case, sums are decimals, and lists have `after`, `limit` and `next`. */
  readonly v1?: V1Address;
  readonly summary: string;
  /** Who may call it; one of the rows of `permissions.ts`. */
  readonly needs: Need;
  /** What an API key needs to make it, of a call that changes something; left out: it takes a person. */
  readonly grant?: KeyGrant;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Bytes of the body where a file is in it; else 1 MB. */
  readonly bodyBytesMax?: number;
  /** The answer with status 200. */
  readonly ok: z.ZodType;
  /** The body is multipart/form-data with one part called `file`, of so many bytes at most, instead of JSON. */
  readonly takesFile?: { readonly bytesMax: number };
  /** The media type of the answer with status 200 where it is a file rather than JSON; `ok` is then unknown. */
  readonly file?: string;
  /** Other answers that are not errors, by status (202: held for approval; 422: a rejected intent with its receipt). */
  readonly also?: Readonly<Record<number, z.ZodType>>;
  /** A POST that changes nothing (the specification lists accounts by POST). */
  readonly reads?: true;
  /** A write that a read-only organisation allows: it takes rights away, ends the state, or concerns the session alone. */
  readonly evenReadOnly?: true;
  /** Also open to a platform operator with the super token, for an organisation that the request names; the act, as its events say it. */
  readonly superToken?: 'tokenise' | 'erase' | 'rotate';
  /** A write that cannot wait for a person: it leaves no event itself, or is of its moment. */
  readonly cannotWait?: true;
  /** A write that changes what its caller looks at, and nothing of the organisation. */
  readonly ownView?: true;
  /** A write that a key makes safe to repeat: header `idempotency-key` or `idem_key` of the body; `each`: that of each of its `intents`. */
  readonly keyed?: true | 'each';
  /** A write that is not counted against its caller's pace: its bound is another one. */
  readonly uncounted?: true;
  /** Codes this route answers beyond those that every route of its kind can (`codesOfEveryRoute` in the server's `errors.ts`). */
  readonly codes?: readonly ErrorCode[];
}

export const route = <const R extends RouteDef>(definition: R): R => definition;

type Part<R, K extends string, Side extends 'input' | 'output'> = R extends { readonly [k in K]: infer S extends z.ZodType }
  ? { readonly [k in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;
/** What a caller passes: before defaults and normalisation. */
export type RouteInput<R> = Part<R, 'params', 'input'> & QueryInput<R> & Part<R, 'body', 'input'>;
/** Beside a body it may be left out where nothing of it must be there. */
type QueryInput<R> = R extends { readonly query: infer S extends z.ZodType; readonly body: z.ZodType }
  ? object extends z.input<S>
    ? { readonly query?: z.input<S> }
    : { readonly query: z.input<S> }
  : Part<R, 'query', 'input'>;
/** What a handler receives: after defaults and normalisation. */
export type RouteParsed<R> = Part<R, 'params', 'output'> & Part<R, 'query', 'output'> & Part<R, 'body', 'output'>;
export type RouteOk<R extends RouteDef> = z.output<R['ok']>;
