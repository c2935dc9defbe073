import { branding } from '@countinghouse/contract/features/branding';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { entitiesQuery } from '../../lib/session/context.ts';
import { useActiveEntity } from '../../lib/session/use-entity.ts';
import { roleWord, useActiveTenant } from '../../lib/session/use-tenant.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './Shell.module.css';

/** The organisation by its logo and name, the active entity and the role: what is always in view. */
export function SwitcherHead() {
  const tenant = useActiveTenant();
  const entity = useActiveEntity();
  const hasEntities = useQuery({ ...entitiesQuery, enabled: tenant !== null }).data?.entities.length !== 0;
  const look = useQuery({ ...q(branding.get), enabled: tenant !== null }).data?.branding;
  const name = look?.display_name ?? tenant?.name ?? 'No organisation';
  const where = entity?.code ?? (hasEntities ? 'All entities' : null);
  const mark = (
    <span className={classes['mark']} aria-hidden>
      {(tenant === null ? '?' : name).charAt(0).toUpperCase()}
    </span>
  );
  const parts = tenant === null ? ['None selected'] : [where, roleWord[tenant.role], tenant.readOnly ? 'Read-only' : null];
  return (
    <>
      <Logo url={look?.logo_url ?? null} alt="" className={classes['logo']} fallback={mark} />
      <span className="switcher-text" style={{ minWidth: 0, flex: 1 }}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['role']}>{parts.filter((part) => part !== null).join(' · ')}</span>
      </span>
    </>
  );
}
