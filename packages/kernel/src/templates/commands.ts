import type { Actor } from '../ledger/actor.ts';
import type { IntentContent } from './events.ts';

export interface SaveTemplate {
  readonly type: 'template.save';
  readonly actor: Actor;
  readonly id: string;
  /** Whether it must be there already, or must not. */
  readonly replaces: boolean;
  readonly name: string;
  readonly content: IntentContent;
}

export interface RemoveTemplate {
  readonly type: 'template.remove';
  readonly actor: Actor;
  readonly id: string;
}

export type TemplateCommand = SaveTemplate | RemoveTemplate;
