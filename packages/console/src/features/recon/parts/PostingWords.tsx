import type { OpenReconPosting } from '@countinghouse/contract/recon-shapes';
import { paths } from '../../../lib/screen/paths.ts';
import { shorten } from '../../../ui/value/Hash.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { Words } from './Words.tsx';

/** What a posting is: what was written, which leads to its intent, and the other account. */
export function PostingWords({ posting }: { readonly posting: Omit<OpenReconPosting, 'seq' | 'line'> }) {
  const { counterparty, narrative, reversed, intent_id } = posting;
  return (
    <Words below={[counterparty.code, reversed ? 'taken back' : '']}>
      <TextLink to={paths.intent} params={{ intentId: intent_id }}>
        {narrative === '' ? shorten(intent_id) : narrative}
      </TextLink>
    </Words>
  );
}
