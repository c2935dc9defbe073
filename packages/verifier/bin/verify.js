#!/usr/bin/env node
// Readable by any Node. Nothing is verified yet, and nobody may take this for a proof: it always fails.
const EXIT_NOT_AVAILABLE = 2;

console.error('Nothing was verified: the verifier comes with the proof feature, together with the archive that it reads.');
process.exit(EXIT_NOT_AVAILABLE);
