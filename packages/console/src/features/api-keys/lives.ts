// For how long a key is made.

const DAY_MS = 86_400_000;

export const lives = ['7', '30', '90', '180', '365'].map((value) => ({ value, label: `${value} days` }));

/** The instant so many days from now. */
export const lifeFrom = (days: string): string => new Date(Date.now() + Number(days) * DAY_MS).toISOString();
