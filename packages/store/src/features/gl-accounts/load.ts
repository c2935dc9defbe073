import type { GlClass, NormalBalance } from '@countinghouse/kernel/gl-accounts/events';
import type { Load } from '../../feature.ts';
import { present } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const charts = await read<{
    id: string;
    code: string;
    title: string;
    class: GlClass;
    normal_balance: NormalBalance;
    parent_id: string | null;
  }>('select id, code, title, class, normal_balance, parent_id from gl_accounts where tenant_id = $1');
  for (const g of charts) {
    state.glAccounts.set(g.id, {
      id: g.id,
      code: g.code,
      title: g.title,
      class: g.class,
      normalBalance: g.normal_balance,
      parentId: g.parent_id,
      usage: 0,
    });
    state.glAccountIdByCode.set(g.code, g.id);
  }
  for (const g of charts) if (g.parent_id !== null) present(state.glAccounts.get(g.parent_id)).usage += 1;
};
