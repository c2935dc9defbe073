// Why a member's role may not be changed now, or the member not removed. The kernel decides; this says it beforehand.

import type { Member } from '@countinghouse/contract/features/people';
import { messageOf } from '@countinghouse/contract/messages';
import type { Permission } from '../../lib/session/use-tenant.ts';

const refuse = (code: string): Permission => ({ allowed: false, reason: messageOf(code) });

const isLastOwner = (member: Member, all: readonly Member[]): boolean =>
  member.role === 'owner' && all.filter((m) => m.role === 'owner').length === 1;

export function rolePermission(member: Member, all: readonly Member[], ownId: string | undefined, general: Permission): Permission {
  if (!general.allowed) return general;
  if (member.id === ownId) return refuse('CANNOT_SELF_CHANGE');
  return isLastOwner(member, all) ? refuse('LAST_OWNER') : general;
}

export function removePermission(member: Member, all: readonly Member[], general: Permission): Permission {
  if (!general.allowed) return general;
  return isLastOwner(member, all) ? refuse('LAST_OWNER') : general;
}
