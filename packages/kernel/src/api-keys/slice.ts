import type { CommandRows } from '../ledger/slice.ts';
import type { ApiKeyCommand } from './commands.ts';
import { decideChangeApiKeyAllowList, decideCreateApiKey, decideRevokeApiKey, decideRotateApiKey } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'api_key.create': { decide: decideCreateApiKey, grant: 'none' },
  'api_key.rotate': { decide: decideRotateApiKey, grant: 'none' },
  'api_key.change_allow_list': { decide: decideChangeApiKeyAllowList, grant: 'none' },
  'api_key.revoke': { decide: decideRevokeApiKey, grant: 'none' },
} satisfies CommandRows<ApiKeyCommand>;

export const apiKeys = { commands, events: evolve };
