// How PostgreSQL makes what is there durable before it recovers: every file by itself, or the whole file system at once. With a thousand files
// the first takes seconds (decision 0127).

/** Since this Linux a file system that is made durable reports what could not be written, as a file does. */
const RELIABLE_SINCE = [5, 8] as const;

/** `release` as `uname -r` says it. */
export function recoverySyncOf(platform: NodeJS.Platform, release: string): 'syncfs' | 'fsync' {
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10));
  const isReliable = major > RELIABLE_SINCE[0] || (major === RELIABLE_SINCE[0] && minor >= RELIABLE_SINCE[1]);
  return platform === 'linux' && isReliable ? 'syncfs' : 'fsync';
}
