// What an assertion says, once it is known who signed it: whether it is meant for us, for this sign-in and for now, and of whom it tells.

import { ASSERTION_NS, BEARER } from './names.ts';
import { childrenOf, onlyChild, type SamlElement, SamlFault, textOf } from './xml-tree.ts';

/** Clocks of two machines. */
const SKEW_MS = 60_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
const knownConditions: ReadonlySet<string> = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly requestId: string;
  readonly nowMs: number;
}

interface Said {
  readonly nameId: {
    readonly format: string;
    readonly value: string;
    readonly qualifier: string | undefined;
    readonly spQualifier: string | undefined;
  };
  /** How it signed them in. */
  readonly context: string;
  /** Values by name; those that are no texts are left out. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/** Throws SamlFault. */
export function readAssertion(assertion: SamlElement, expected: Expected): Said {
  if (assertion.attributes.get('Version') !== '2.0') throw new SamlFault('The assertion is not one of SAML 2.0.');
  const issuer = textOf(onlyChild(assertion, ASSERTION_NS, 'Issuer'));
  if (issuer !== expected.issuer)
    throw new SamlFault(`The assertion is of ${issuer.slice(0, 200) || 'nobody'}, not of the provider of this connection.`);
  checkConditions(onlyChild(assertion, ASSERTION_NS, 'Conditions'), expected);
  const subject = onlyChild(assertion, ASSERTION_NS, 'Subject');
  if (subject === null) throw new SamlFault('The assertion names nobody.');
  checkConfirmed(childrenOf(subject, ASSERTION_NS, 'SubjectConfirmation'), expected);
  const nameId = onlyChild(subject, ASSERTION_NS, 'NameID');
  if (textOf(nameId) === '') throw new SamlFault('The assertion names nobody: it has no NameID.');
  return {
    nameId: {
      format: nameId?.attributes.get('Format') ?? '',
      value: textOf(nameId),
      qualifier: nameId?.attributes.get('NameQualifier'),
      spQualifier: nameId?.attributes.get('SPNameQualifier'),
    },
    context: contextOf(assertion, expected.nowMs),
    attributes: attributesOf(assertion),
  };
}

function checkConditions(conditions: SamlElement | null, { audience, nowMs }: Expected): void {
  if (conditions === null) throw new SamlFault('The assertion does not say for whom it is, nor until when.');
  const late = faultOfTimes(conditions, nowMs);
  if (late !== null) throw new SamlFault(late);
  const strange = conditions.children.find(({ name, namespace }) => namespace !== ASSERTION_NS || !knownConditions.has(name));
  if (strange !== undefined) throw new SamlFault(`The assertion has a condition that is not understood: ${strange.name.slice(0, 80)}.`);
  const restrictions = childrenOf(conditions, ASSERTION_NS, 'AudienceRestriction');
  const isOurs = restrictions.every((of) => childrenOf(of, ASSERTION_NS, 'Audience').some((one) => textOf(one) === audience));
  if (restrictions.length === 0 || !isOurs)
    throw new SamlFault(`The assertion is not for this connection: the audience must be ${audience}.`);
}

/** Whoever bears it may use it: at our address, as the answer to our request, for some minutes. One of several such words is enough. */
function checkConfirmed(confirmations: readonly SamlElement[], expected: Expected): void {
  const faults = confirmations
    .filter(({ attributes }) => attributes.get('Method') === BEARER)
    .map((confirmation) => faultOfConfirmation(onlyChild(confirmation, ASSERTION_NS, 'SubjectConfirmationData'), expected));
  if (!faults.includes(null)) throw new SamlFault(faults[0] ?? 'The assertion is not one that a browser may bring.');
}

function faultOfConfirmation(data: SamlElement | null, { recipient, requestId, nowMs }: Expected): string | null {
  if (data === null) return 'The assertion does not say where it may be brought.';
  if (data.attributes.get('Recipient') !== recipient)
    return `The assertion is not meant to be sent here: the recipient must be ${recipient}.`;
  if (data.attributes.get('InResponseTo') !== requestId)
    return 'The assertion does not answer the request of this sign-in. A sign-in that begins at the provider is not accepted.';
  if (!data.attributes.has('NotOnOrAfter')) return 'The assertion does not say until when it may be brought.';
  return faultOfTimes(data, nowMs);
}

function faultOfTimes({ attributes }: SamlElement, nowMs: number): string | null {
  const [from, until] = [attributes.get('NotBefore'), attributes.get('NotOnOrAfter')];
  if (from !== undefined && nowMs + SKEW_MS < instantOf(from))
    return `The assertion holds only from ${from} on. Check the clock of the provider.`;
  if (until !== undefined && nowMs - SKEW_MS >= instantOf(until))
    return `The assertion held until ${until}. Check the clock of the provider.`;
  return null;
}

function instantOf(text: string): number {
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new SamlFault(`A time of the assertion cannot be read: ${text.slice(0, 40)}.`);
  return at;
}

function contextOf(assertion: SamlElement, nowMs: number): string {
  const statements = childrenOf(assertion, ASSERTION_NS, 'AuthnStatement');
  const [statement] = statements;
  if (statement === undefined) throw new SamlFault('The assertion does not say that anybody signed in.');
  for (const { attributes } of statements) {
    const until = attributes.get('SessionNotOnOrAfter');
    if (until !== undefined && nowMs - SKEW_MS >= instantOf(until)) throw new SamlFault('The session at the provider has ended.');
  }
  const context = onlyChild(statement, ASSERTION_NS, 'AuthnContext');
  return context === null ? '' : textOf(onlyChild(context, ASSERTION_NS, 'AuthnContextClassRef'));
}

function attributesOf(assertion: SamlElement): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const statement of childrenOf(assertion, ASSERTION_NS, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, ASSERTION_NS, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? '';
      const values = childrenOf(attribute, ASSERTION_NS, 'AttributeValue')
        .map(textOf)
        .filter((text) => text !== '');
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  return found;
}
