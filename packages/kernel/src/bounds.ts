// Bounds that the wire and the ledger share: the contract checks them, and what the ledger writes by itself keeps to them.

/** Rows of one intent. Source: specification §6, `proposed_actions`. */
export const INTENT_ROWS_MAX = 500;

/** How far from today a value date may lie. Source: decision 0004. */
export const VALUE_DATE_YEARS_BACK_MAX = 10;
export const VALUE_DATE_YEARS_AHEAD_MAX = 1;

/** Characters of the code of an account that is opened as the specification says, or of an interest bucket. */
export const CODE_LENGTH_MAX = 32;
/** Characters of the code of any account. Source: decision 0174. */
export const ACCOUNT_CODE_LENGTH_MAX = 64;
/** Characters of the code of an account of the chart. */
export const GL_CODE_LENGTH_MAX = 16;

/** Keys that an object has metadata under. */
export const METADATA_KEYS_MAX = 50;

/** Witnesses of an organisation: each is asked for every anchor. */
export const WITNESSES_MAX = 16;

/** Tasks that each period begins with, and tasks of one period. Source: decision 0159. */
export const CLOSE_TEMPLATE_MAX = 60;
export const CLOSE_TASKS_MAX = 200;

/** Webhook endpoints of an organisation: each is sent every event that it wants. */
export const WEBHOOK_ENDPOINTS_MAX = 20;

/** Connections of single sign-on, and domains of all of them. Source: decision 0171. */
export const SSO_CONNECTIONS_MAX = 5;
export const SSO_DOMAINS_MAX = 20;
/** Groups of a connection that bring a role. */
export const SSO_ROLES_MAX = 50;
/** Certificates of a provider that speaks SAML: the one in use, the next, and one more. Source: decision 0201. */
export const SAML_CERTIFICATES_MAX = 3;

/** Addresses and networks of an allow list, and characters of the note to one. Source: decision 0184. */
export const ALLOWED_NETWORKS_MAX = 100;
export const NETWORK_NOTE_LENGTH_MAX = 80;

/**
 * The external reference of accounts that what moves in goes through where several legs stand against several: each intent leaves them empty. Reports list them only
 * while they are not.
 */
export const CLEARING_REF = 'countinghouse:clearing';
