import { DueState } from '@countinghouse/contract/features/controls';
import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: the control beside the list; `act`: the form that is open. */
export const ControlsSearch = z.object({
  q: urlText,
  due: DueState.exclude(['none']).optional().catch(undefined),
  retired: z.literal('shown').optional().catch(undefined),
  open: urlText,
  act: z.enum(['new', 'version', 'attest', 'retire']).optional().catch(undefined),
  sort: urlText,
});
export type ControlsSearch = z.output<typeof ControlsSearch>;
