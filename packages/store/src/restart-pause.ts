// How long something that ended without being asked waits until it is started again: not at all where it ran for a while, else twice as
// long as the time before.

const SOON_MS = 60_000;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 5_000;

/** In milliseconds, 250 to 5,000. */
export const longerPause = (pauseMs: number): number => Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, pauseMs * 2));

/** In milliseconds: after a life of `livedMs`, where the pause before that was `pauseMs`. */
export const pauseAfter = (livedMs: number, pauseMs: number): number => (livedMs < SOON_MS ? longerPause(pauseMs) : 0);
