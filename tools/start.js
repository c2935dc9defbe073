// npm start. Readable by any Node; the program itself is start.ts.
import { runOnOwnNode } from './own-node.js';

await runOnOwnNode(new URL('./start.ts', import.meta.url));
