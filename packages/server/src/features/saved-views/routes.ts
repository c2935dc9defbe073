import { randomUUID } from 'node:crypto';
import { savedViews as contract, VIEWS_OF_A_LIST_MAX } from '@countinghouse/contract/features/saved-views';
import { listSavedViews } from '@countinghouse/store/features/saved-views/reads';
import { removeView, saveView } from '@countinghouse/store/features/saved-views/writes';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler } from '../../route/route.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id }, caller: { session } }, { readerPool }) => ({
  views: [...(await read(readerPool, { tenantId: tenant_id }, (tx) => listSavedViews(tx, tenant_id, session.userId)))],
}));

export const save = handler(contract.save, async ({ tenant: { tenant_id }, caller: { session }, input: { body } }, { writerPool }) => {
  const mine = { tenantId: tenant_id, userId: session.userId };
  const id = await saveView(writerPool, { ...mine, ...body, id: randomUUID(), most: VIEWS_OF_A_LIST_MAX });
  if (id === null) throw new Refusal('SAVED_VIEWS_FULL');
  return { view: { ...body, id } };
});

export const remove = handler(contract.remove, async ({ tenant: { tenant_id }, caller: { session }, input }, { writerPool }) => {
  if (!(await removeView(writerPool, tenant_id, session.userId, input.params.id))) throw new Refusal('NOT_FOUND');
  return { ok: true as const };
});

export const savedViewsHandlers: readonly Handler[] = [list, save, remove];
