import { useActiveTenant } from '../../../lib/session/use-tenant.ts';
import classes from './PaperHead.module.css';

/** On paper alone, above a statement: whose it is, and what its figures are in. The page's own head says which, and as of when. */
export function PaperHead({ figures }: { readonly figures: string }) {
  const tenant = useActiveTenant();
  return (
    <div className={classes['head']} data-paper>
      <strong>{tenant?.name}</strong>
      <span>Figures in {figures}</span>
    </div>
  );
}
