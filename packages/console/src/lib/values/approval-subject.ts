const subjects: ReadonlyMap<string, string> = new Map([
  ['four_eyes.set', 'Turn four eyes off'],
  ['member.add', 'Add an owner'],
  ['member.change_role', 'Change a role'],
  ['member.remove', 'Remove an owner'],
  ['service_account.create', 'Make an owner of a service account'],
  ['service_account.change_role', 'Change the role of a service account'],
  ['entity_member.set', 'Make an entity administrator'],
  ['limit.set', 'Change a limit'],
  ['control.register', 'Save a control'],
  ['control.retire', 'Retire a control'],
  ['witness.add', 'Add a witness'],
  ['witness.remove', 'Remove a witness'],
  ['sso_connection.change', 'Change single sign-on'],
  ['sso_connection.delete', 'Delete a connection of single sign-on'],
  ['sso_domain.verify', 'Let the people of a domain sign in'],
  ['sso_domain.remove', 'Remove a domain of single sign-on'],
  ['second_factor.grant_reset', 'Remove a lost second factor'],
  ['period.reopen', 'Re-open a period'],
  ['manual_post', 'Posting'],
  ['hold', 'Hold'],
  ['reversal', 'Reversal'],
]);

/** What an approval is about, by its use case or command. */
export const wordOfSubject = ({ subject }: { readonly subject: string }): string => subjects.get(subject) ?? subject.replaceAll('_', ' ');
