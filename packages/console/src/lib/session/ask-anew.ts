// Another organisation, or entity, in the place of the one before: what is shown is asked for again.
import { notifyManager, type Query } from '@tanstack/react-query';
import { queryClient } from '../calls/query-client.ts';

/**
 * Forgets what is known of these, and asks again for what is still shown once everything is drawn without it: what was asked only because of an earlier answer
 * (the tasks of a period of the organisation before) is not.
 */
export async function askAnew(isMeant: (queryKey: readonly unknown[]) => boolean): Promise<void> {
  const meant = { predicate: ({ queryKey }: Query) => isMeant(queryKey) };
  notifyManager.batch(() => {
    for (const query of queryClient.getQueryCache().findAll(meant)) query.reset();
  });
  await drawn();
  // Who asks for what it has not, as a screen that suspends, has asked already.
  await queryClient.refetchQueries({ ...meant, type: 'active' }, { cancelRefetch: false });
}

/** Whoever watches a query is told with the next timer, and React has drawn by the one after it. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
}
