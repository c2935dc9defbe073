// What metadata is of, and by which calls it is read and changed.
import { metadata } from '@countinghouse/contract/features/metadata';

export interface Subject {
  readonly is: 'intent' | 'account' | 'entity' | 'party';
  readonly id: string;
}

const routes = {
  intent: { read: metadata.ofIntent, change: metadata.annotateIntent },
  account: { read: metadata.ofAccount, change: metadata.annotateAccount },
  entity: { read: metadata.ofEntity, change: metadata.annotateEntity },
  party: { read: metadata.ofParty, change: metadata.annotateParty },
} as const;
type Routes = (typeof routes)['account'];

/** All four take and answer the same, but for how the path names the thing. */
export const routesOf = ({ is }: Subject): Routes => routes[is] as unknown as Routes;
export const paramsOf = ({ is, id }: Subject): { readonly id: string } =>
  (is === 'intent' ? { intent_id: id } : { id }) as { readonly id: string };
