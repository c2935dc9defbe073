// npm test. Readable by any Node; the program itself is test.ts.
import { runOnOwnNode } from './own-node.js';

await runOnOwnNode(new URL('./test.ts', import.meta.url));
