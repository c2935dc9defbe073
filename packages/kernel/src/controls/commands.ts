import type { JsonObject } from '../canonical/jcs.ts';
import type { Actor } from '../ledger/actor.ts';
import type { AttestationStatus } from './events.ts';

export interface RegisterControl {
  readonly type: 'control.register';
  readonly actor: Actor;
  /** Made by the client; one that is known makes the next version of it. */
  readonly id: string;
  readonly name: string;
  readonly spec: JsonObject;
}

export interface RetireControl {
  readonly type: 'control.retire';
  readonly actor: Actor;
  readonly id: string;
}

export interface AttestControl {
  readonly type: 'control.attest';
  readonly actor: Actor;
  readonly controlId: string;
  readonly status: AttestationStatus;
  readonly evidence: string;
}

export type ControlCommand = RegisterControl | RetireControl | AttestControl;
