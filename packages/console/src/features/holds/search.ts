import { HoldStatus } from '@countinghouse/contract/features/holds';
import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

/** `before`: the page that begins below this event; `open`: the hold that is shown beside the list. */
export const HoldsSearch = z.object({ status: HoldStatus.optional().catch(undefined), q: urlText, before: urlNumber, open: urlText });
