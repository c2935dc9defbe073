// Headers that ask browsers for caution. They are the same on every answer, so the library is asked for them once.

import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** By name in lower case. The content security policy is that of the page alone (`console.ts`). */
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
