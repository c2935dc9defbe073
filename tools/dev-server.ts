// The server as `npm run dev` and tests run it: the console comes from Vite, or was built before, and is not built here.
import { flushCompileCache } from 'node:module';
import { useCompiled } from './own-node.js';

useCompiled();
const { start } = await import('@countinghouse/server/main');
await start(Promise.resolve());
flushCompileCache();
