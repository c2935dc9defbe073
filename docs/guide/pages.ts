/** The pages of the guide in the order in which they are read, by file name: for the site and for the help of the console. */
export const guide = [
  'concepts',
  'first-month',
  'accountant',
  'approver',
  'owner',
  'single-sign-on',
  'auditor',
  'integrator',
  'api',
  'webhooks',
  'clients',
  'command-line',
  'assistants',
  'upgrade',
] as const;
