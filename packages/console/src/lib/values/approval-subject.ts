const subjects: ReadonlyMap<string, string> = new Map([
  ['four_eyes.set', 'Turn four eyes off'],
  ['member.add', 'Add an owner'],
  ['member.change_role', 'Change a role'],
  ['member.remove', 'Remove an owner'],
  ['entity_member.set', 'Make an entity administrator'],
  ['limit.set', 'Change a limit'],
  ['control.register', 'Save a control'],
  ['control.retire', 'Retire a control'],
  ['witness.add', 'Add a witness'],
  ['witness.remove', 'Remove a witness'],
  ['second_factor.grant_reset', 'Remove a lost second factor'],
  ['period.reopen', 'Re-open a period'],
  ['manual_post', 'Posting'],
  ['hold', 'Hold'],
  ['reversal', 'Reversal'],
]);

/** What an approval is about, by its use case or command. */
export const wordOfSubject = ({ subject }: { readonly subject: string }): string => subjects.get(subject) ?? subject.replaceAll('_', ' ');
