// The chart of accounts as a tree: parents before their children, siblings by code.
import type { GlAccount } from '@countinghouse/contract/features/gl-accounts';

export interface GlNode {
  readonly account: GlAccount;
  readonly depth: number;
  readonly children: number;
}

const byCode = (a: GlAccount, b: GlAccount): number => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);

/** All accounts in tree order. One whose parent is unknown stands at the top; a circle is cut where it closes. */
export function treeOf(accounts: readonly GlAccount[]): readonly GlNode[] {
  const known = new Set(accounts.map((a) => a.id));
  const below = Map.groupBy([...accounts].sort(byCode), (a) => (a.parentId !== null && known.has(a.parentId) ? a.parentId : null));
  const nodes: GlNode[] = [];
  const seen = new Set<string>();
  const visit = (account: GlAccount, depth: number): void => {
    if (seen.has(account.id)) return;
    seen.add(account.id);
    const children = below.get(account.id) ?? [];
    nodes.push({ account, depth, children: children.length });
    for (const child of children) visit(child, depth + 1);
  };
  for (const top of below.get(null) ?? []) visit(top, 0);
  for (const rest of accounts) visit(rest, 0);
  return nodes;
}

/** The nodes that match, with all their ancestors, so that the tree keeps its shape. */
export function filterTree(nodes: readonly GlNode[], matches: (account: GlAccount) => boolean): readonly GlNode[] {
  const byId = new Map(nodes.map((n) => [n.account.id, n]));
  const kept = new Set<string>();
  for (const node of nodes) {
    if (!matches(node.account)) continue;
    for (
      let at: GlNode | undefined = node;
      at !== undefined && !kept.has(at.account.id);
      at = at.account.parentId === null ? undefined : byId.get(at.account.parentId)
    )
      kept.add(at.account.id);
  }
  return nodes.filter((n) => kept.has(n.account.id));
}

/** Whether an account is the other one, or stands below it: then it cannot be its parent. */
export function standsBelow(accounts: readonly GlAccount[], account: GlAccount, above: GlAccount): boolean {
  const byId = new Map(accounts.map((a) => [a.id, a]));
  const seen = new Set<string>();
  for (let at: GlAccount | undefined = account; at !== undefined && !seen.has(at.id); at = byId.get(at.parentId ?? '')) {
    if (at.id === above.id) return true;
    seen.add(at.id);
  }
  return false;
}
