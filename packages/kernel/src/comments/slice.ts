import type { CommandRows } from '../ledger/slice.ts';
import type { CommentCommand } from './commands.ts';
import { decideAddComment, decideEditComment, decideRemoveComment } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'comment.add': { decide: decideAddComment, grant: 'none' },
  'comment.edit': { decide: decideEditComment, grant: 'none' },
  'comment.remove': { decide: decideRemoveComment, grant: 'none' },
} satisfies CommandRows<CommentCommand>;

export const comments = { commands, events: evolve };
