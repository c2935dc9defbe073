// What an organisation still has to do before its clients are let in: read from what is really there.
import type { LinkProps } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';

export interface Step {
  readonly title: string;
  readonly hint: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly done: boolean;
}

export interface State {
  readonly hasContact: boolean;
  readonly hasLogo: boolean;
  readonly hasBranding: boolean;
  readonly members: number;
  readonly entities: number;
  readonly hasAccount: boolean;
  readonly hasPosting: boolean;
}

export const stepsOf = (state: State): readonly Step[] => [
  { title: 'Fill the profile', hint: 'Contact email and logo', to: paths.profile, done: state.hasContact && state.hasLogo },
  { title: 'Set the branding', hint: 'Name or colours of your own', to: paths.branding, done: state.hasBranding },
  { title: 'Bring in a second person', hint: 'Somebody else who can check', to: paths.people, done: state.members > 1 },
  { title: 'Make the first entity', hint: 'Optional for a single company', to: paths.entities, done: state.entities > 0 },
  { title: 'Open the first account', hint: 'What postings move', to: paths.accounts, done: state.hasAccount },
  { title: 'Post the first intent', hint: 'From then on the reporting currency is fixed', to: paths.postIntent, done: state.hasPosting },
];
