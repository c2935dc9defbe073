import type { CommandRows } from '../ledger/slice.ts';
import type { ScheduleCommand } from './commands.ts';
import { decideCreateSchedule, decideEndSchedule, decidePauseSchedule, decideResumeSchedule } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'schedule.create': { decide: (state, command, { nowUs }) => decideCreateSchedule(state, command, nowUs), grant: 'none' },
  'schedule.pause': { decide: decidePauseSchedule, grant: 'none' },
  'schedule.resume': { decide: (state, command, { nowUs }) => decideResumeSchedule(state, command, nowUs), grant: 'none' },
  'schedule.end': { decide: decideEndSchedule, grant: 'none' },
} satisfies CommandRows<ScheduleCommand>;

export const schedules = { commands, events: evolve };
