import type { JsonObject } from '../canonical/jcs.ts';

export interface ControlState {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly spec: JsonObject;
  /** Where a policy is asked, and what: both or neither. A control without them is looked after by people. */
  readonly hook: string | null;
  readonly expr: string | null;
  retired: boolean;
}

/** What the state of an organisation keeps of it. */
export interface ControlsPart {
  /** By id, the retired ones too; each as its last version says. */
  readonly controls: Map<string, ControlState>;
}

export const controlsPart = (): ControlsPart => ({
  controls: new Map(),
});
