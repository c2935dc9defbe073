import type { Period } from '@countinghouse/contract/features/periods';
import type { PeriodRow } from '@countinghouse/store/features/periods/reads';

export const periodToWire = (row: PeriodRow): Period => ({ ...row, files: [...row.files] });
