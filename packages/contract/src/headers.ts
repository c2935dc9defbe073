// Headers of our own that say from where something is read.

/** On the answer of a write: how far the database's log had got. A read that brings it back sees that write, also on a replica. */
export const COMMIT_POSITION_HEADER = 'x-commit-position';
/** On a read: `1` has it answered by the primary database. */
export const PREFER_WRITER_HEADER = 'x-prefer-writer';
/** On the answer of a read from a replica: so many seconds what it shows may be behind. */
export const REPLICA_AGE_HEADER = 'x-replica-age';
