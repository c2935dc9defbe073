// What DNS says of a domain that somebody typed in: whoever can write its records has it.

import { Resolver } from 'node:dns/promises';
import { SSO_RECORD_PREFIX, SSO_RECORD_VALUE_PREFIX } from '@countinghouse/contract/features/sso';

const TRY_MS = 3_000;
const TRIES = 2;

/** The record that shows that whoever asks for the token has the domain. */
export const recordOf = (domain: string, token: string): { readonly name: string; readonly value: string } => ({
  name: `${SSO_RECORD_PREFIX}.${domain}`,
  value: `${SSO_RECORD_VALUE_PREFIX}${token}`,
});

export class DomainRecords {
  private readonly resolver: Resolver;

  /** `servers`: none: those of the machine. */
  constructor(servers: readonly string[]) {
    this.resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** Whether the domain has the record. A name that is not there, or a server that does not answer, has it not. */
  async has(domain: string, token: string): Promise<boolean> {
    const { name, value } = recordOf(domain, token);
    // A record is told in pieces of at most 255 bytes.
    const found = await this.resolver.resolveTxt(name).catch(() => []);
    return found.some((pieces) => pieces.join('').trim() === value);
  }
}
