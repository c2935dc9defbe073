import { randomUUID } from 'node:crypto';
import { schedules } from '@countinghouse/contract/features/schedules';
import { content, FAR_DAY } from './body-books.ts';
import { type Books, farDay, inOwn, nothing, template } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const schedule = () => ({ ...template(), frequency: 'monthly' as const, start_on: farDay() });
const scheduleOf = async (o: Books): Promise<string> =>
  (await o.owner.call(schedules.create, { body: schedule() }, inOwn(o))).body.schedule.id;

export const walk: Walk = {
  isolation: {
    list: nothing,
    create: { own: () => ({ body: schedule() }) },
    runs: {
      own: async (o) => ({ params: { id: await scheduleOf(o) } }),
      naming: (_o, of) => [[{ params: { id: of.scheduleId } }, 'NOT_FOUND']],
    },
    pause: {
      own: async (o) => ({ params: { id: await scheduleOf(o) } }),
      naming: (_o, of) => [[{ params: { id: of.scheduleId } }, 'NOT_FOUND']],
    },
    resume: {
      own: async (o) => {
        const id = await scheduleOf(o);
        await o.owner.call(schedules.pause, { params: { id } }, inOwn(o));
        return { params: { id } };
      },
      naming: (_o, of) => [[{ params: { id: of.scheduleId } }, 'NOT_FOUND']],
    },
    end: {
      own: async (o) => ({ params: { id: await scheduleOf(o) } }),
      naming: (_o, of) => [[{ params: { id: of.scheduleId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'a recurring intent',
      route: schedules.create,
      body: () => ({ ...content(), template_id: randomUUID(), frequency: 'monthly', start_on: FAR_DAY, end_on: FAR_DAY }),
    },
  ],
};
