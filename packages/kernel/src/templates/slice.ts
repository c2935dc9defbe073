import type { CommandRows } from '../ledger/slice.ts';
import type { TemplateCommand } from './commands.ts';
import { decideRemoveTemplate, decideSaveTemplate } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'template.save': { decide: decideSaveTemplate, grant: 'admin' },
  'template.remove': { decide: decideRemoveTemplate, grant: 'admin' },
} satisfies CommandRows<TemplateCommand>;

export const templates = { commands, events: evolve };
