// The server as `npm run dev` runs it: the console comes from Vite and is not built here.
import { start } from '@countinghouse/server/main';

await start(Promise.resolve());
