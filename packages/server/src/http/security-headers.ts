// Headers that ask browsers for caution. They are the same on every answer, so the library is asked for them once.

import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Of answers that are no pages: whatever a browser takes one for, it runs and loads nothing of it, and shows it in no frame. */
export const ANSWERS_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; sandbox";

/** Of everything that is answered under `/api/`. */
export const headersOfAnswers = { 'cache-control': 'no-store', 'content-security-policy': ANSWERS_POLICY } as const;

/** By name in lower case. Policies of content are those of pages (`console.ts`, `docs.ts`) and of what is no page. */
export function securityHeaders({ https }: { readonly https: boolean }): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string): void => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: (): void => {},
  };
  helmet({ contentSecurityPolicy: false, strictTransportSecurity: https })(
    {} as IncomingMessage,
    answer as unknown as ServerResponse,
    (error?: unknown) => {
      if (error !== undefined) throw error;
    },
  );
  return headers;
}
