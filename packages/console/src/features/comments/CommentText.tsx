import { type Comment, partsOf } from '@countinghouse/contract/features/comments';
import classes from './Comments.module.css';

/** What was said, with the people it mentions by name. */
export function CommentText({ comment }: { readonly comment: Comment }) {
  if (comment.text === null) return <p className={classes['removed']}>Removed by its author.</p>;
  const names = new Map(comment.mentions.map((person) => [person.id, person.name]));
  return (
    <p className={classes['text']}>
      {partsOf(comment.text).map((part, i) =>
        typeof part === 'string' ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and do not move
          <span key={i} className={classes['mention']}>
            @{names.get(part.mentions) ?? 'somebody'}
          </span>
        ),
      )}
    </p>
  );
}
