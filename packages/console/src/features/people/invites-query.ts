import { people } from '@countinghouse/contract/features/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';

export const invitesQuery = queryOptions({ queryKey: keys.invites, queryFn: ({ signal }) => call(people.invites, {}, { signal }) });
