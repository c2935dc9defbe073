// Counting before anything is taken apart.

/** Whether `sign` is in the text more than `max` times; looks no further than that. */
export function hasMoreThan(text: string, sign: string, max: number): boolean {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}
