// One event among the lines of an archive, with what of it was hashed: other members of its line, and other lines, say nothing of it.
// @ts-check

const MEMBERS = [
  ...['seq', 'event_id', 'event_type', 'event_ts', 'actor_id', 'payload', 'payload_hash'],
  ...['prev_hash', 'event_hash', 'signature', 'hash_version'],
];

/**
 * Null where none of the lines is that event.
 * @param {readonly string[]} lines
 * @param {number} seq
 */
export function eventAmong(lines, seq) {
  for (const text of lines) {
    if (!text.includes('"kind":"event"')) continue;
    const line = JSON.parse(text);
    if (line.kind !== 'event' || line.seq !== seq) continue;
    return Object.fromEntries(MEMBERS.map((name) => [name, name === 'payload' ? JSON.parse(line.payload) : line[name]]));
  }
  return null;
}
