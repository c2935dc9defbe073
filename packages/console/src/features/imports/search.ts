import { ImportFate } from '@countinghouse/contract/features/imports';
import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

/** `open`: `new` for the form. */
export const ImportsSearch = z.object({ open: urlText, sort: urlText });

/** `after`: the line after which the page begins. */
export const ImportSearch = z.object({ fate: ImportFate.optional().catch(undefined), q: urlText, after: urlNumber });
