// Calls to a server over HTTP: whose they are, and what its refusals say.

import { readFileSync } from 'node:fs';
import { ApiError } from '@countinghouse/client/api-error';
import { type CallOptions, type Client, type ClientOptions, openClient, type RouteAnswer } from '@countinghouse/client/client';
import type { RouteDef, RouteInput } from '@countinghouse/contract/wire';

export interface ServerOptions {
  readonly url: string;
  /** The organisation, where the credential does not say which. */
  readonly tenant?: string | undefined;
}

/** A client for many calls. Throws SettingWrong where no credential is set, or the address is none. */
export function openServer({ url, tenant }: ServerOptions, patience: Pick<ClientOptions, 'attempts' | 'deadlineMs'> = {}): Client {
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new SettingWrong(`${url} is no address of a server: set COUNTINGHOUSE_URL, or --url, to one such as https://ledger.example.com`);
  const baseUrl = new URL(url).origin;
  return openClient({ baseUrl, tenantId: tenant, ...credentials(baseUrl), ...patience });
}

/** The answer. Throws one line that says why there is none. */
export async function callServer<R extends RouteDef>(
  server: ServerOptions,
  route: R,
  input: RouteInput<R>,
  options: CallOptions = {},
): Promise<RouteAnswer<R>> {
  return openServer(server).call(route, input, options).catch(inOneLine(server));
}

/** The bytes of an answer that is a file. Throws as `callServer` does. */
export async function takeFile<R extends RouteDef>(server: ServerOptions, route: R, input: RouteInput<R>): Promise<Uint8Array> {
  const { content } = await openServer(server).callFile(route, input).catch(inOneLine(server));
  return content.bytes();
}

/** The same as they come. */
export function takeStream<R extends RouteDef>(server: ServerOptions, route: R, input: RouteInput<R>): ReturnType<Client['callStream']> {
  return openServer(server).callStream(route, input).catch(inOneLine(server));
}

const inOneLine =
  ({ url }: ServerOptions) =>
  (error: unknown): never => {
    throw error instanceof ApiError ? new Error(lineOf(error, url), { cause: error }) : error;
  };

/** Why there is no answer, in one line. */
export function lineOf({ code, status, message, details }: ApiError, url: string): string {
  if (status === 0) return `${new URL(url).origin} could not be reached`;
  const faults = Array.isArray(details) ? (details as readonly { readonly message?: unknown }[]) : [];
  return `${status} ${code}: ${[message, ...faults.map((d) => String(d.message ?? ''))].filter((t) => t !== '').join(' ')}`;
}

/** Whose call it is; a session says where it comes from, as a browser does. Throws SettingWrong where neither is set. */
function credentials(origin: string): Pick<ClientOptions, 'apiKey' | 'headers'> {
  const apiKey = secretOf('COUNTINGHOUSE_API_KEY');
  if (apiKey !== null) return { apiKey };
  const cookie = secretOf('COUNTINGHOUSE_COOKIE');
  if (cookie !== null) return { headers: () => ({ cookie, origin }) };
  throw new SettingWrong('set COUNTINGHOUSE_API_KEY to an API key, or COUNTINGHOUSE_COOKIE to the cookie of a session');
}

/** A setting of the environment is missing, or is not what it may be. */
export class SettingWrong extends Error {}

/** A secret of the environment, or what is in the file that `NAME_FILE` names, as the server takes its own; null: neither is set. */
function secretOf(name: string): string | null {
  const { [name]: given = '', [`${name}_FILE`]: file = '' } = process.env;
  if (file === '') return given === '' ? null : given;
  if (given !== '') throw new SettingWrong(`${name} is set, and ${name}_FILE names ${file} too; set one of them`);
  let value: string;
  try {
    value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new SettingWrong(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
  if (value === '') throw new SettingWrong(`${name}_FILE: ${file} is empty`);
  return value;
}
