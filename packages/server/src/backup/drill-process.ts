// A drill as a process of its own, behind whoever posts: it takes the memory and the time of a whole replay. Its settings are those of the
// server that started it.

import os from 'node:os';
import { NICENESS } from '@countinghouse/store/step-back';
import { readConfig } from '../config.ts';
import { drill } from './drill.ts';

os.setPriority(NICENESS);
const config = readConfig(process.env);
if (config.backup === null) throw new Error('set BACKUP_DIR');
const { folder, keysFolder } = config.backup;
await drill(config, { from: folder, keysFrom: keysFolder, within: config.drillFolder, note: () => {} });
