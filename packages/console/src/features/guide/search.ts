import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `page`: the name of a page of the guide; without it the first. */
export const GuideSearch = z.object({ page: urlText });
