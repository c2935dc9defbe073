#!/usr/bin/env node
// Readable by any Node; what runs it is checked before anything of it is loaded.
const NODE_MAJOR_MIN = 20;
const NODE_MINOR_MIN = 12;
const EXIT_NOTHING_PROVEN = 2;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NODE_MAJOR_MIN || (major === NODE_MAJOR_MIN && minor < NODE_MINOR_MIN)) {
  console.error(`Nothing was proven: Node ${NODE_MAJOR_MIN}.${NODE_MINOR_MIN} or newer is needed, this is ${process.version}.`);
  process.exit(EXIT_NOTHING_PROVEN);
}
const { main } = await import('../src/main.js');
process.exitCode = await main(process.argv.slice(2));
