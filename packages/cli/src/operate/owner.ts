import { randomBytes, randomUUID } from 'node:crypto';
import { Email } from '@countinghouse/contract/features/auth';
import { NewTenant } from '@countinghouse/contract/features/tenants';
import { createPerson } from '@countinghouse/server/auth/people';
import { openServices } from '@countinghouse/server/open';
import { answer, withDatabase } from './database.ts';

const PASSWORD_BYTES = 15;

interface Options {
  readonly email: string;
  readonly organisation: string;
  readonly name?: string | undefined;
  readonly currency: string;
}

/** Makes the first owner (or another one) with an organisation, and prints the password once. */
export function createOwner(options: Options, json: boolean): Promise<number> {
  const email = checked(Email.safeParse(options.email));
  const tenant = checked(NewTenant.safeParse({ name: options.organisation, reporting_currency: options.currency }));
  return withDatabase(async ({ config, where }) => {
    const opened = openServices(config, where, { publicUrl: config.publicUrl ?? 'http://127.0.0.1', consoleDir: null, note: () => {} });
    try {
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      const userId = await createPerson(opened.authPool, { email, name: options.name ?? email, password });
      const tenantId = randomUUID();
      const { ledger, keyring } = opened.services;
      const key = await keyring.generate(tenantId);
      const command = {
        type: 'tenant.create',
        actor: { kind: 'user', id: userId },
        name: tenant.name,
        reportingCurrency: tenant.reporting_currency ?? 'USD',
        chainKey: key.generated,
      } as const;
      const outcome = await ledger.submit(tenantId, command, [key.store]);
      if (outcome.kind !== 'written') throw new Error(`the organisation was not made: ${JSON.stringify(outcome)}`);
      answer(json, `${email} owns ${tenant.name} (${tenantId}).\nPassword, shown once: ${password}`, { email, password, userId, tenantId });
      return 0;
    } finally {
      await opened.close();
    }
  });
}

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } };

function checked<T>(parsed: Parsed<T>): T {
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((i) => i.message).join(' '));
}
