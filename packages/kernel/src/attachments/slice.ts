import type { CommandRows } from '../ledger/slice.ts';
import type { AttachmentCommand } from './commands.ts';
import { decideAddAttachment, decideFileAttachment } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'attachment.add': { decide: decideAddAttachment, grant: 'post' },
  'attachment.file': { decide: decideFileAttachment, grant: 'admin' },
} satisfies CommandRows<AttachmentCommand>;

export const attachments = { commands, events: evolve };
