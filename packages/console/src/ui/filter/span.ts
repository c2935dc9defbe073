/** Two ends in words, each shown by `show`: `from 2 Nov`, `2 Nov to 5 Nov`; null without any. */
export const span = (from: string | undefined, to: string | undefined, show: (end: string) => string): string | null =>
  from === undefined && to === undefined
    ? null
    : from === to
      ? show(from ?? '')
      : from === undefined
        ? `to ${show(to ?? '')}`
        : to === undefined
          ? `from ${show(from)}`
          : `${show(from)} to ${show(to)}`;
