#!/usr/bin/env node
// Readable by any Node; the program itself is src/main.ts.
import { runOnOwnNode } from '../../../tools/own-node.js';

await runOnOwnNode(new URL('../src/main.ts', import.meta.url));
