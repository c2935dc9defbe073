// Loaded into a server before its own code: its wall clock is as many milliseconds beside the true one as a file says. What the machine
// counts since it was started goes on as it does.

import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 20;

let stepMs = 0;
const look = () => {
  stepMs = Number(readFileSync(process.env.CLOCK_STEP_FILE ?? '', 'utf8')) || 0;
};
look();
setInterval(() => {
  try {
    look();
  } catch {
    // whoever set the clock is gone, and the server with it in a moment
  }
}, LOOK_EVERY_MS).unref();

const trueNow = Date.now;
const now = () => trueNow() + stepMs;
Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
});
