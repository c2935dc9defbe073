import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { evidence } from '@countinghouse/contract/features/evidence';
import { health } from '@countinghouse/contract/features/health';
import { holds } from '@countinghouse/contract/features/holds';
import { intents } from '@countinghouse/contract/features/intents';
import { limits } from '@countinghouse/contract/features/limits';
import { periods } from '@countinghouse/contract/features/periods';
import { recon } from '@countinghouse/contract/features/recon';
import { reports } from '@countinghouse/contract/features/reports';
import { statements } from '@countinghouse/contract/features/statements';
import type { Touched } from './query.ts';

/** What a posting changes. */
export const touchedByPosting: readonly Touched[] = [
  accounts,
  approvals,
  balances,
  events,
  evidence,
  health,
  holds,
  intents,
  limits,
  periods,
  recon,
  reports,
  statements,
];
