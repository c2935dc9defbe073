/** What the state of an organisation keeps of it. */
export interface TemplatesPart {
  /** Names by id. */
  readonly templates: Map<string, string>;
}

export const templatesPart = (): TemplatesPart => ({
  templates: new Map(),
});
