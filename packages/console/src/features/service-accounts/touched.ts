import { accessReviews } from '@countinghouse/contract/features/access-reviews';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { approvals } from '@countinghouse/contract/features/approvals';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { serviceAccounts } from '@countinghouse/contract/features/service-accounts';

/** What a change of a service account changes: it is named, and has roles and keys, elsewhere too. */
export const touched = [serviceAccounts, people.names, apiKeys, entities, accessReviews, approvals, events];
