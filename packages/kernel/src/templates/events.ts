import type { JsonObject } from '../canonical/jcs.ts';

/** A row of a template: as in a request, but that the amount may be left to whoever uses it. */
export type TemplateRow = {
  /** Account by id or code. */
  readonly debit_account: string;
  readonly credit_account: string;
  /** Decimal with eight places, not zero; null: to be filled in. */
  readonly amount: string | null;
  readonly currency: string;
  readonly narrative: string;
};

/** What an intent is made from: everything but its day, its keys and its consent. */
export type IntentContent = {
  readonly use_case: string;
  readonly constraints: JsonObject;
  readonly rows: readonly TemplateRow[];
};

/** Made, or replaced as a whole. */
export type TemplateSaved = IntentContent & {
  readonly id: string;
  readonly name: string;
};

export type TemplateRemoved = { readonly id: string };

export interface TemplateEvents {
  readonly 'template.saved': TemplateSaved;
  readonly 'template.removed': TemplateRemoved;
}
