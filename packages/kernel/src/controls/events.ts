import type { JsonObject } from '../canonical/jcs.ts';

export type AttestationStatus = 'passed' | 'failed';

/** A control as it is from here on: version 1, or the next one of a control that is there. */
export type ControlRegistered = {
  readonly id: string;
  readonly name: string;
  /** 1, 2, 3, … of this control. */
  readonly version: number;
  readonly spec: JsonObject;
};

export type ControlRetired = { readonly id: string };

export type ControlAttested = {
  readonly control_id: string;
  /** The version that was looked at. */
  readonly version: number;
  readonly status: AttestationStatus;
  /** What it rests on, in words. */
  readonly evidence: string;
};

export interface ControlEvents {
  readonly 'control.registered': ControlRegistered;
  readonly 'control.retired': ControlRetired;
  readonly 'control.attested': ControlAttested;
}
