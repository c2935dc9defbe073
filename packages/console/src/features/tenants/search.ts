import * as z from 'zod';

/** `open`: which dialog is open. */
export const DangerSearch = z.object({ open: z.enum(['deactivate', 'reactivate', 'delete']).optional().catch(undefined) });
