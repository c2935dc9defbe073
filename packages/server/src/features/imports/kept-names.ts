import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { Services } from '../../services.ts';
import { keptNamesOf } from '../../wire/references.ts';
import type { ReadIntent } from './intents-of.ts';

interface Action extends JsonObject {
  readonly debitAccount: string;
  readonly creditAccount: string;
}
const actionsOf = (request: JsonObject | null): readonly Action[] => (request?.['proposed_actions'] ?? []) as unknown as readonly Action[];

/** What was read from a file, as it may be kept: accounts whose references are beside the log are named by their codes. */
export async function inKeptNames(
  services: Pick<Services, 'pii' | 'readerPool'>,
  tenantId: string,
  found: readonly ReadIntent[],
): Promise<readonly ReadIntent[]> {
  const nameOf = await keptNamesOf(
    services,
    tenantId,
    found.flatMap(({ request }) => actionsOf(request)),
  );
  return found.map((read) => {
    const actions = actionsOf(read.request);
    const renamed = new Map<string, string>();
    for (const { debitAccount, creditAccount } of actions)
      for (const name of [debitAccount, creditAccount]) if (nameOf(name) !== name) renamed.set(name, nameOf(name));
    if (renamed.size === 0) return read;
    const inNames = (text: string): string => [...renamed].reduce((said, [name, code]) => said.replaceAll(name, code), text);
    return {
      ...read,
      summary: inNames(read.summary),
      reference: renamed.get(read.reference) ?? read.reference,
      request: {
        ...read.request,
        proposed_actions: actions.map((action) => ({
          ...action,
          debitAccount: nameOf(action.debitAccount),
          creditAccount: nameOf(action.creditAccount),
        })),
      },
    };
  });
}
