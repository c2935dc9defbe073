import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { IconAlertOctagon, IconIdBadge2, IconUsers } from '@tabler/icons-react';
import { paths } from '../lib/screen/paths.ts';
import { useNeed } from '../lib/session/use-tenant.ts';
import { LinkTile } from '../ui/page/LinkTile.tsx';
import { LinkTiles } from '../ui/page/LinkTiles.tsx';

/** From the overview to what is set for the organisation. */
export function OrganisationLinks() {
  return (
    <LinkTiles narrow>
      <LinkTile icon={IconIdBadge2} title="Profile" to={paths.profile}>
        Name, logo, e-mail
      </LinkTile>
      <LinkTile icon={IconUsers} title="People" to={paths.people} permission={useNeed(people.invite.needs)}>
        Roles, invites
      </LinkTile>
      <LinkTile icon={IconAlertOctagon} title="Danger zone" to={paths.danger} permission={useNeed(tenants.delete.needs)}>
        Deactivate, delete
      </LinkTile>
    </LinkTiles>
  );
}
