import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './Hash.module.css';
import { shorten } from './Hash.tsx';

/** An intent's id that leads to its page: short in the middle, whole on hover, with a button to copy it. */
export function IntentLink({ id }: { readonly id: string }) {
  return (
    <span className={classes['hash']}>
      <Anchor
        inherit
        className={`mono ${classes['text']}`}
        title={id}
        renderRoot={(props) => <Link {...props} to={paths.intent} params={{ intentId: id }} />}
      >
        {shorten(id)}
      </Anchor>
      <CopyButton value={id} what="intent id" className={classes['copy']} />
    </span>
  );
}
