import { auth } from '@countinghouse/contract/features/auth';
import { type KnownPerson, people } from '@countinghouse/contract/features/people';
import { IconRobot, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import classes from './Actor.module.css';
import { Hash } from './Hash.tsx';

/** Who the system is in the log. */
const SYSTEM = 'system';

interface ActorProps {
  /** Of a person, a service account or an API key of the organisation, or `system`. */
  readonly id: string;
  readonly what?: string;
  /** Initials before the name: in lists that people scan. */
  readonly initials?: boolean;
}

const SERVICE_ACCOUNT = 'Service account';

const noteOf: Readonly<Record<KnownPerson['state'], string>> = { member: '', former: 'former member', erased: '' };

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** What to call whoever acts: null while it is not known, or not of this organisation. */
function useNameOf(id: string): { readonly name: string; readonly note: string } | null {
  const user = useQuery(q(auth.session)).data?.user;
  const names = useQuery({ ...q(people.names), enabled: id !== SYSTEM }).data;
  if (id === SYSTEM) return { name: 'System', note: '' };
  if (user?.id === id) return { name: user.name === '' ? user.email : user.name, note: 'you' };
  const person = names?.people.find((p) => p.id === id);
  if (person !== undefined)
    return person.name === null ? { name: 'Erased person', note: '' } : { name: person.name, note: noteOf[person.state] };
  const account = names?.service_accounts.find((s) => s.id === id);
  if (account !== undefined) return { name: account.name, note: account.active ? SERVICE_ACCOUNT : `${SERVICE_ACCOUNT}, deactivated` };
  const key = names?.api_keys.find((k) => k.id === id);
  return key === undefined ? null : { name: key.name, note: 'API key' };
}

/** Who did it, by name; the id on hover. Who is not known here is shown by the id. */
export function Actor({ id, what = 'actor id', initials = false }: ActorProps) {
  const known = useNameOf(id);
  if (known === null) return <Hash value={id} what={what} />;
  const { name, note } = known;
  if (!initials)
    return (
      <span title={id} className="nowrap">
        {name}
        {note === '' ? null : <span className="dimmed"> ({note})</span>}
      </span>
    );
  return (
    <span title={note === '' ? id : `${name} (${note}) · ${id}`} className="nowrap">
      <span aria-hidden className={`${classes['initials']} ${note === 'you' ? classes['own'] : ''}`}>
        {id === SYSTEM ? (
          <IconSettings size={13} stroke={1.7} />
        ) : note.startsWith(SERVICE_ACCOUNT) ? (
          <IconRobot size={13} stroke={1.7} />
        ) : (
          initialsOf(name)
        )}
      </span>
      {note === 'you' ? 'You' : name}
      {note === 'former member' || note.startsWith(SERVICE_ACCOUNT) ? <span className="dimmed"> ({note})</span> : null}
    </span>
  );
}
