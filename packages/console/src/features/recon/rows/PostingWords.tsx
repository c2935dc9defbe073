import type { OpenReconPosting } from '@countinghouse/contract/features/recon';
import { IntentLink } from '../../../ui/value/IntentLink.tsx';

/** What a posting is: the other account and what was written, and below it the intent that posted it. */
export function PostingWords({ posting }: { readonly posting: OpenReconPosting }) {
  const { counterparty, narrative, reversed, intent_id } = posting;
  const words = [counterparty.code, narrative, reversed ? 'taken back' : ''].filter((word) => word !== '');
  return (
    <>
      <div>{words.join(' · ')}</div>
      <IntentLink id={intent_id} />
    </>
  );
}
