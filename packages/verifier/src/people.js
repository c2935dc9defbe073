// Who belongs to an organisation, in which role, and who may decide what waits for approval: an owner, or of an intent between accounts of entities
// whoever administers every one of them. Of a log that names no members nothing is said of them.
// @ts-check

/** @typedef {Readonly<Record<string, unknown>>} Line */
/** @typedef {import('./faults.js').Fault} Fault */

/** Of whom an approval is asked. @typedef {{ readonly entityIds: readonly string[], readonly unassigned: boolean }} Touches `unassigned`: it is a change, or some account is of no entity */

export class People {
  /** Role by user. @type {Map<string, string>} */ #members = new Map();
  #owners = 0;
  /** Who administers each entity. @type {Map<string, Set<string>>} */ #admins = new Map();

  /**
   * Takes an event that makes, changes or ends a member, or their role in an entity.
   * @param {number} seq
   * @param {string} type
   * @param {Line} payload
   * @returns {Fault | null}
   */
  take(seq, type, payload) {
    const { entity_id: entityId, role } = payload;
    const userId = String(payload['user_id']);
    if (type === 'entity_member.set') {
      const admins = this.#admins.get(String(entityId)) ?? new Set();
      if (role === 'entity_admin') this.#admins.set(String(entityId), admins.add(userId));
      else admins.delete(userId);
    } else if (type === 'entity_member.removed') this.#admins.get(String(entityId))?.delete(userId);
    else return this.#setRole(seq, userId, type === 'member.added', role === undefined ? null : String(role));
    return null;
  }

  /** @param {number} seq @param {string} userId @param {boolean} isNew @param {string | null} role null: they leave @returns {Fault | null} */
  #setRole(seq, userId, isNew, role) {
    const wrong = (/** @type {string} */ why) => ({ seq, code: /** @type {const} */ ('member'), message: `event ${seq} ${why}` });
    const before = this.#members.get(userId);
    if (isNew !== (before === undefined))
      return wrong(isNew ? 'adds somebody who is a member' : 'is of the membership of somebody who has none');
    this.#owners += Number(role === 'owner') - Number(before === 'owner');
    if (before === 'owner' && this.#owners === 0) return wrong('leaves the organisation without an owner');
    if (role === null) this.#members.delete(userId);
    else this.#members.set(userId, role);
    // Who leaves, or may only read from now on, administers nothing.
    if (role === null || role === 'auditor') for (const admins of this.#admins.values()) admins.delete(userId);
    return null;
  }

  /** @param {Touches} touches @param {string} userId */
  mayDecide({ entityIds, unassigned }, userId) {
    const role = this.#members.get(userId);
    if (this.#members.size === 0 || role === 'owner') return true;
    return role !== undefined && !unassigned && entityIds.length > 0 && entityIds.every((id) => this.#admins.get(id)?.has(userId) === true);
  }
}
