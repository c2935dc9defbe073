import { IntentStatus } from '@countinghouse/contract/features/events';
import * as z from 'zod';
import { urlText } from '../../lib/url-state.ts';

/** `open`: the intent whose story is shown beside the log. */
export const IntentsSearch = z.object({ status: IntentStatus.optional().catch(undefined), q: urlText, open: urlText, sort: urlText });
