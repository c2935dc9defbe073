// What a browser says of itself, in the few words by which a person knows it again. A guess, never a proof: anybody can say anything.

const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
  [/\bpython/i, 'Python'],
  [/^node$|\bnode\b|undici/i, 'Node.js'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (list: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** "Firefox on Windows"; the part that is known; or 'Unknown device'. */
export function deviceOf(userAgent: string | null): string {
  const [program, system] = [nameIn(programs, userAgent ?? ''), nameIn(systems, userAgent ?? '')];
  if (program !== undefined && system !== undefined) return `${program} on ${system}`;
  return program ?? system ?? 'Unknown device';
}
