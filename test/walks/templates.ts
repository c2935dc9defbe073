import { templates } from '@countinghouse/contract/features/templates';
import { content } from './body-books.ts';
import { type Books, inOwn, nothing, template } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const templateOf = async (o: Books): Promise<string> =>
  (await o.owner.call(templates.create, { body: template() }, inOwn(o))).body.template.id;

export const walk: Walk = {
  isolation: {
    list: nothing,
    create: { own: () => ({ body: template() }) },
    replace: {
      own: async (o) => ({ params: { id: await templateOf(o) }, body: template() }),
      naming: (_o, of) => [[{ params: { id: of.templateId }, body: template() }, 'NOT_FOUND']],
    },
    remove: {
      own: async (o) => ({ params: { id: await templateOf(o) } }),
      naming: (_o, of) => [[{ params: { id: of.templateId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    { title: 'a template', route: templates.create, body: () => content() },
    {
      title: 'another template in its place',
      route: templates.replace,
      params: (o) => ({ id: o.templateId }),
      body: () => content(),
    },
  ],
};
