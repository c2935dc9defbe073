/** How often an import under way is looked at. */
export const PROGRESS_MS = 1_000;
