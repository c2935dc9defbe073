import { people } from '@countinghouse/contract/features/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { keys } from '../../lib/queries.ts';

export const invitesQuery = queryOptions({ queryKey: keys.invites, queryFn: ({ signal }) => call(people.invites, {}, { signal }) });
