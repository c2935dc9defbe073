import classes from './Signatures.module.css';

/** On paper alone, below a statement: where whoever made it and whoever approves it sign. */
export function Signatures() {
  return (
    <div className={classes['signatures']} data-signatures>
      <span>Prepared by</span>
      <span>Approved by</span>
    </div>
  );
}
