// The catalogue of errors: one code, one status, one sentence, one cause, in one place. Handlers contain no status numbers.
// The sentences of the first block are the specification's (§8), to the letter. Statuses: `docs/reference/errors.md`.

interface ErrorEntry {
  readonly status: number;
  /** What a person is told. Says what to do next. */
  readonly message: string;
  /** When it happens, for the reference. */
  readonly when: string;
}

const permission = 'You don’t have permission to perform that action.';
const checkInputs = 'Please check the inputs and try again.';
const tooMany = 'Too many attempts. Try again later.';
const complete = 'Please complete all required fields.';
const alreadyMember = 'That person is already a member.';

export const errors = {
  // Specification §8.
  UNAUTHENTICATED: { status: 401, message: 'You need to sign in again.', when: 'No session, or one that has ended.' },
  UNAUTHORIZED: { status: 401, message: permission, when: 'An API key that is wrong, expired or revoked, or a wrong super token.' },
  FORBIDDEN: {
    status: 403,
    message: permission,
    when: 'The role, or the grant of the API key, does not allow it; `details.needs` names what would, `details.grant` the grant.',
  },
  TENANT_READONLY: {
    status: 423,
    message: 'This organisation is currently read-only.',
    when: 'A write while the organisation is deactivated.',
  },
  LAST_OWNER: {
    status: 409,
    message: 'You can’t remove or demote the last owner.',
    when: 'It would leave the organisation without an owner.',
  },
  CANNOT_SELF_CHANGE: { status: 409, message: 'You can’t change your own role.', when: 'A person changes their own role.' },
  USER_ALREADY_MEMBER: { status: 409, message: alreadyMember, when: 'Adding somebody who is a member.' },
  INVITE_ALREADY_MEMBER: { status: 409, message: alreadyMember, when: 'Inviting somebody who is a member.' },
  INVITE_NOT_FOUND: { status: 404, message: 'This invitation is no longer valid.', when: 'Unknown or revoked invitation.' },
  INVITE_EXPIRED: { status: 410, message: 'This invitation has expired. Send a new one.', when: 'Older than its life.' },
  INVITE_ALREADY_USED: { status: 409, message: 'This invitation was already accepted.', when: 'Used once before.' },
  INVITE_EMAIL_MISMATCH: {
    status: 403,
    message: 'This invitation was sent to a different email address.',
    when: 'Accepted by another account.',
  },
  NOT_SIGNED_IN: { status: 401, message: 'Sign in to continue.', when: 'An invitation accepted without a session.' },
  NO_EMAIL: { status: 422, message: 'Your account is missing an email address.', when: 'The account has no e-mail.' },
  VALIDATION_ERROR: { status: 400, message: checkInputs, when: 'A field is present but wrong; `details` has its path.' },
  INVALID_REQUEST: { status: 400, message: checkInputs, when: 'Unreadable body or unexpected content type.' },
  RATE_LIMITED: { status: 429, message: tooMany, when: 'Too many calls; `retry-after` says when to go on.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: tooMany, when: 'Too many sign-ins, resets or tokens tried.' },
  NOT_FOUND: { status: 404, message: 'That resource no longer exists.', when: 'Absent, or of another organisation.' },
  SERVER_CONFIG: { status: 503, message: 'Configuration is incomplete. Contact support.', when: 'A needed setting is missing or wrong.' },
  CONFIRMATION_REQUIRED: { status: 400, message: 'Confirmation required before proceeding.', when: 'The typed confirmation is missing.' },
  BAD_REQUEST: { status: 400, message: complete, when: 'Unknown query parameter, or a header that contradicts the body.' },
  MISSING_FIELDS: { status: 400, message: complete, when: 'A required field is absent or blank; `details` has its path.' },
  INVALID_HOST: {
    status: 400,
    message: 'The host name is not valid.',
    when: 'Host is neither that of PUBLIC_URL nor a loopback address, or is there twice.',
  },
  UNKNOWN: {
    status: 500,
    message: 'Something went wrong. Please try again.',
    when: 'Anything else; quote the request id to whoever runs the server.',
  },

  // Kernel health.
  LEDGER_BROKEN: {
    status: 409,
    message: 'A check found that this ledger is not what its log says. It stays read-only until a full check finds nothing.',
    when: 'Ending the read-only state that a found break set, while a full check still finds faults or has not been done since; `details` has their counts.',
  },
  LOG_WENT_BACK: {
    status: 423,
    message:
      'The database was put back to an earlier state: events that were answered are gone. Nothing is written until an owner accepts the loss.',
    when: 'A write while the log ends before, or differs from, what is known outside the database; `details` names the events that are lost.',
  },
  LOSS_NOT_AS_NAMED: {
    status: 409,
    message: 'These are not the events that are lost. Look again before you accept.',
    when: 'Accepting the loss of other events than are lost, or where none is; `details` names those that are.',
  },

  // Sign-in (§8 literal).
  INVALID_EMAIL_OR_PASSWORD: {
    status: 401,
    message: 'Invalid email or password',
    when: 'Sign-in failed; it does not say which of the two.',
  },
  EMAIL_TAKEN: {
    status: 409,
    message: 'An account with this email already exists. Sign in, or reset its password.',
    when: 'Sign-up with an e-mail that has an account.',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    message: 'Use a password of at least 15 characters.',
    when: 'Sign-up, reset, or a change of it without a second factor.',
  },
  PASSWORD_TOO_LONG: { status: 400, message: 'Use a password of at most 128 characters.', when: 'Sign-up or reset.' },
  PASSWORD_GUESSABLE: {
    status: 400,
    message: 'This password is easy to guess: many people use it, it repeats itself, or it is made of names of yours. Choose another.',
    when: 'A new password that is in a list of leaked ones, a short piece over and over, or little more than the person’s name, e-mail or organisation.',
  },
  INVALID_PASSWORD: { status: 400, message: 'The password is not right. Type your current one.', when: 'A change of one’s own sign-in.' },
  INVALID_CODE: {
    status: 400,
    message: 'The code is not right. Wait for the next one of the app, or use another recovery code.',
    when: 'A wrong code of the second factor, or one that was used before.',
  },
  SECOND_FACTOR_EXPIRED: {
    status: 401,
    message: 'This sign-in has expired. Begin again with your password.',
    when: 'A code without a sign-in that asks for it, after ten minutes, or after five wrong codes.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    message: 'This needs a second factor. Set one up under Account security, or sign in with a passkey, then try again.',
    when: 'The organisation asks its members for one and the session was begun with a password alone, or such an owner would ask the others.',
  },
  ADDRESS_NOT_ALLOWED: {
    status: 403,
    message: 'This address is not on the allow list. Call from a network that is on it, or ask an owner of the organisation to add yours.',
    when: 'A call in an organisation from an address that its allow list, or that of the API key, does not hold; `details.address` is where it came from.',
  },
  SSO_REQUIRED: {
    status: 403,
    message: 'This organisation asks its people to sign in with their company. Sign out, and choose “Sign in with your company”.',
    when: 'A session that began otherwise, of somebody whose address is of a domain whose connection is required.',
  },
  SSO_UNPROVEN: {
    status: 409,
    message: 'Sign in by this connection yourself first, so that it is known to work. Then ask it of everybody.',
    when: 'Requiring a connection of owners too, in a session that did not begin by it.',
  },
  SSO_RECORD_MISSING: {
    status: 409,
    message: 'The DNS of this domain does not have the record yet. It may take an hour to be seen everywhere; then try again.',
    when: 'No TXT record of the name says what it must.',
  },
  SSO_PROVIDER_UNUSABLE: {
    status: 422,
    message:
      'The sign-in of your company cannot be used just now. Try again; if it stays so, tell whoever looks after it. Owners find the reason below.',
    when: 'Its discovery or its keys cannot be read, it does not name the issuer, or one of its addresses may not be reached; `details.reason` says which.',
  },
  SSO_EXPIRED: {
    status: 400,
    message: 'This sign-in was begun in another browser, was used already, or took too long. Begin again.',
    when: 'Its state is not known, has been used, is older than ten minutes, or belongs to another browser.',
  },
  SSO_REPLY_REFUSED: {
    status: 401,
    message:
      'What the provider of your company sent could not be accepted, and nobody was signed in. Begin again; if it stays so, tell whoever looks after it.',
    when: 'The provider said no, or its reply is not one to this sign-in: issuer, audience, nonce, signature, request, recipient or time is wrong; `details.reason` says more.',
  },
  SSO_EMAIL_UNVERIFIED: {
    status: 403,
    message: 'The provider of your company does not say that your e-mail address is verified. Ask whoever looks after it to verify it.',
    when: '`email_verified` (with Microsoft Entra `xms_edov`) is not true, or there is no address; with SAML, the attribute does not have exactly one.',
  },
  SSO_DOMAIN_UNVERIFIED: {
    status: 403,
    message: 'Your e-mail address is not of a domain that this organisation signs in by this connection. Ask one of its owners.',
    when: 'The domain of the address is not one of the connection’s, or is not verified.',
  },
  SSO_ACCOUNT_UNPROVEN: {
    status: 403,
    message:
      'There is an account with your e-mail address whose mailbox was never proven. Choose “Forgot password?” once, then sign in with your company.',
    when: 'Somebody signed up with the address and never showed that they read its mail.',
  },
  SSO_SUBJECT_CHANGED: {
    status: 403,
    message:
      'The provider of your company used to name somebody else with your e-mail address. Ask an owner of the organisation what to do.',
    when: 'Another name at the provider than the one that this address came with before: a new holder of it, or a provider that named everybody anew. In the second case an owner deletes the connection and adds it again.',
  },
  SSO_SECOND_FACTOR_MISSING: {
    status: 403,
    message:
      'This organisation asks for a second factor, and the provider of your company did not say that you gave one. Ask whoever looks after it.',
    when: 'The organisation asks its members for a second factor, and the sign-in did not have `mfa` in `amr`, or by SAML no context of two factors, nor is the provider trusted to ask.',
  },
  SSO_REMOVED: {
    status: 403,
    message: 'You were removed from this organisation. Ask one of its owners for an invitation.',
    when: 'Somebody who came by the connection before and is no member any more.',
  },
  SSO_NO_ROLE: {
    status: 403,
    message: 'You are in none of the groups that this organisation lets in. Ask whoever looks after the groups of your company.',
    when: 'No group of the person brings a role, and the connection gives none to others.',
  },
  EMAIL_UNVERIFIED: {
    status: 409,
    message:
      'It is not known yet that this e-mail address is yours. Sign out, ask for a new password, and set one with the link that you are sent.',
    when: 'Setting up a second factor, or adding a passkey, in an account whose mailbox was never proven.',
  },
  SECOND_FACTOR_ACTIVE: {
    status: 409,
    message: 'A second factor is set up already. Remove it first to set up another.',
    when: 'Setting up a second one.',
  },
  SECOND_FACTOR_INACTIVE: {
    status: 409,
    message: 'There is no second factor. Set one up first.',
    when: 'New recovery codes, or removing it, without one.',
  },
  SECOND_FACTOR_RESET_PENDING: {
    status: 409,
    message: 'Owners have agreed to this already. The second factor is removed after a day, unless its holder keeps it.',
    when: 'Asking for it again within seven days after it could be done; `details.effective_at`.',
  },
  LONGER_PASSWORD_REQUIRED: {
    status: 409,
    message: 'Without a second factor a password has at least 15 characters. Change your password first.',
    when: 'Removing the second factor with a shorter password.',
  },
  PASSKEY_REFUSED: {
    status: 401,
    message: 'This passkey opens no account here, or it took too long. Try again, or sign in with your password.',
    when: 'A sign-in with a passkey that is unknown or was removed, that signed something else or without verifying its holder, or after five minutes.',
  },
  PASSKEY_NOT_ADDED: {
    status: 400,
    message: 'The passkey was not added: it took too long, or it is in use already. Begin again.',
    when: 'What the browser made is for another site or another sign-in, did not verify its holder, is known already, or came after five minutes.',
  },
  PASSKEY_NEEDED: {
    status: 403,
    message: 'Your passkeys are your second factor: sign in with one of them first, then try again.',
    when: 'Who has passkeys and no authenticator app changes how they sign in from a session that a password alone began.',
  },
  PASSKEYS_FULL: {
    status: 409,
    message: 'You have as many passkeys as there may be. Remove one that you do not use.',
    when: 'More than 20 passkeys of a person.',
  },
  INVALID_TOKEN: {
    status: 400,
    message: 'This link has expired or was already used. Ask for a new one.',
    when: 'Password reset with an old or unknown link.',
  },
  SIGN_UP_CLOSED: { status: 403, message: 'New accounts need an invitation. Ask an owner of your organisation.', when: 'SIGN_UP=invite.' },
  INVALID_ORIGIN: {
    status: 403,
    message: 'This request came from another site and was refused. Open the console at its own address.',
    when: 'A write with a session from a foreign Origin, or one that does not say where it comes from.',
  },

  NEW_PASSWORD_REQUIRED: {
    status: 409,
    message: 'Set a new password to accept this invitation: it proves that the mailbox is yours.',
    when: 'Accepting with an account whose e-mail was never verified.',
  },

  // Tenant and object.
  NO_ORGANISATION: { status: 409, message: 'No organisation selected. Create one to get started.', when: 'The person belongs to none.' },
  TENANT_MISMATCH: {
    status: 409,
    message: 'The request names another organisation than the one you are working in. Reload, or switch back.',
    when: 'Body and x-tenant-id differ.',
  },
  NO_DESTINATION: {
    status: 409,
    message: 'There is nowhere to send the log yet. Give a primary address and its secret first.',
    when: 'Running the audit export without a destination.',
  },
  CODE_TAKEN: { status: 409, message: 'That code is already in use. Choose another one.', when: 'A code must be unique.' },
  GL_ACCOUNT_IN_USE: {
    status: 409,
    message: 'This GL account is in use. Move its accounts and children first.',
    when: 'Deleting a GL account with usage above 0 or with children.',
  },
  REFERENCES_CHANGED: {
    status: 409,
    message: 'References are to stay out of the log now, and this one would go into it. Nothing was written. Ask for it again.',
    when: 'An account or a source that was asked for, or proposed, with its reference in the clear before the organisation chose tokens.',
  },
  GL_ACCOUNT_NOT_FOUND: {
    status: 422,
    message: 'The GL account does not exist. Choose one of the chart of accounts.',
    when: 'A mapping or parent that is not there.',
  },
  CLOSE_TASKS_FULL: {
    status: 409,
    message: 'This period has 200 tasks, the most there may be. Remove one that is not needed first.',
    when: 'A task is added to a period that would then have more than 200.',
  },
  CLOSE_TASK_CHECKED: {
    status: 409,
    message: 'The ledger itself knows whether this task is done. Do what is left, and it is.',
    when: 'A task with a check is said to be done, or not to be.',
  },
  PARTY_NOT_FOUND: {
    status: 422,
    message: 'There is no such party. Choose one of the directory, or create it first.',
    when: 'An account is opened for, or given to, a party that is not in the directory.',
  },
  GL_CLASS_MISMATCH: {
    status: 422,
    message: 'A GL account has the class of its parent. Choose the same class or another parent.',
    when: 'Class differs from the parent’s.',
  },
  CURRENCY_NOT_ALLOWED: {
    status: 422,
    message: 'The organisation does not allow this currency. Add it under Tenant currencies first.',
    when: 'Posting, opening an account or setting an exposure limit in it.',
  },

  CURRENCY_IN_USE: {
    status: 409,
    message: 'This currency is in use. Close its accounts, or choose another reporting currency, first.',
    when: 'Removing a currency that accounts, entities or the reports are kept in.',
  },
  REPORTING_CURRENCY_FIXED: {
    status: 409,
    message: 'The reporting currency can’t change after the first posting.',
    when: 'Changing it once something was posted.',
  },
  KEY_EXISTS: { status: 409, message: 'This key is registered already. Register another one.', when: 'Registering a public key twice.' },
  KEY_STATE: {
    status: 409,
    message: 'This key is not the active one any more. Reload the keys, and try again with the one that is.',
    when: 'Revoking a key that is sunsetting or revoked; `details.status`. Rotating the chain’s key while somebody else did.',
  },
  ENTITY_ACTIVE: { status: 409, message: 'This entity is active already.', when: 'Reactivating an active entity.' },

  IMPORT_UNREADABLE: {
    status: 400,
    message: 'The file can’t be read; nothing of it was taken. `details` says where.',
    when: 'An import whose header, quotes or size are wrong.',
  },
  IMPORT_STATE: {
    status: 409,
    message: 'Nothing of this import is left to post, or it is being posted already.',
    when: 'Posting an import again while it runs, or after its end.',
  },
  STATEMENT_UNREADABLE: {
    status: 400,
    message: 'The statement file can’t be read; nothing of it was taken. `details` says where.',
    when: 'A statement file of no known format, one that is broken or hostile, or whose rows do not lead to its closing balance.',
  },
  SOURCE_UNKNOWN: {
    status: 422,
    message: 'It is not known which account this statement tells about. Choose the account, or save a source for it.',
    when: 'A statement whose bank account belongs to no source; `details.bank_account` and `details.currency`.',
  },
  RECON_MATCHED: {
    status: 409,
    message: 'One of these is matched already. Undo that match first.',
    when: 'Matching a row or posting that is in a match, or noting an exception on such a row.',
  },
  RECON_SUM: {
    status: 422,
    message: 'The rows and the postings do not come to the same amount. Post the difference first, or choose others.',
    when: 'Matching by hand; `details.difference` is what the rows have more.',
  },
  SCHEDULE_STATE: {
    status: 409,
    message: 'The recurring intent is not in a state that allows this. Reload the list.',
    when: 'Pausing one that is not active, resuming one that is not paused, ending one that has ended.',
  },
  ACCOUNT_OPEN: { status: 409, message: 'This account is open already.', when: 'Re-opening an open account.' },
  ACCOUNT_NOT_EMPTY: {
    status: 409,
    message: 'Only an account with a zero balance can be closed. Post its balance to another account first.',
    when: 'Closing an account whose balance is not zero.',
  },

  ACCOUNT_ACCRUES: {
    status: 409,
    message: 'Interest accrues on this account. Take it out of its bucket first; it can be closed once that is capitalised.',
    when: 'Closing an account that is in an interest bucket, or whose interest is not capitalised.',
  },
  INTEREST_DAY_ACCRUED: {
    status: 409,
    message: 'Interest has accrued for that day. Choose a later one.',
    when: 'Moving an account between interest buckets from a day that has accrued; `details.accrued_through` is the last that has.',
  },
  INTEREST_WAITS: {
    status: 409,
    message: 'Interest cannot be posted for this account now. It is tried again by itself.',
    when: 'The system posting interest out of turn, or where an account it needs cannot be posted to; `details.code` says why.',
  },
  ACCOUNT_POSTED: {
    status: 409,
    message:
      'This account has postings, which stay where reports have them. Open an account under the other GL account, and post the balance to it.',
    when: 'Mapping an account to another GL account after its first posting.',
  },
  ACCOUNT_HELD: {
    status: 409,
    message: 'An open hold would post to this account. Capture or void it first, or wait until it ends.',
    when: 'Closing an account that an open hold names on either side, or mapping it to another GL account.',
  },
  ATTACHMENTS_FULL: {
    status: 409,
    message: 'An intent takes at most 20 files. Put several into one archive.',
    when: 'Attaching one more.',
  },
  FILE_TOO_LARGE: { status: 413, message: 'A file may have at most 10 MB. Compress or split it.', when: 'Attaching a longer file.' },
  COMMENT_FIXED: {
    status: 409,
    message: 'A comment can be changed for 15 minutes. Write another one.',
    when: 'Changing or removing an own comment too late.',
  },
  PERIOD_OVERLAP: {
    status: 409,
    message: 'These days are in another period already. Choose a range that shares no day with it.',
    when: 'Starting the close of a range that shares days with a period; `details.period_code`.',
  },
  PERIOD_STATE: {
    status: 409,
    message:
      'The period is not in a state that allows this. Start the close, then lock, then publish; a lock needs that no hold is open and no approval pending in the period and that the books agree. Only the last locked period can be opened again.',
    when: '`details.status` and `details.needs` say where it is and where it must be; `details.open_holds`, `details.pending_approvals` and `details.drift` what keeps it from being locked, `details.later_locked` from being opened again.',
  },
  YEAR_STATE: {
    status: 409,
    message:
      'The fiscal year is not in a state that allows this. It can be closed once its last day is over, and taken back while it is closed.',
    when: 'Closing a fiscal year that is not over, or taking back one that is not closed; `details.status` and `details.needs`.',
  },
  STATEMENT_DAMAGED: {
    status: 410,
    message: 'The stored statement is missing or was altered, so it is not handed out. Ask whoever runs the server to restore it.',
    when: 'Downloading a published statement whose content has not the hash of its event; `details.fault`.',
  },
  ATTACHMENT_DAMAGED: {
    status: 410,
    message:
      'The stored file is missing or was altered, so it is not handed out. Ask whoever runs the server to restore it, or attach it again.',
    when: 'Downloading a file whose content has not the hash of its event; `details.fault`.',
  },

  EVIDENCE_DAMAGED: {
    status: 410,
    message: 'The stored bundle is missing or was altered, so it is not handed out. Ask whoever runs the server to restore it.',
    when: 'Opening an evidence bundle whose content has not the hash that it was written under; `details.fault`.',
  },
  ROWS_DAMAGED: {
    status: 410,
    message:
      'Rows that left the database are missing or were altered where they are kept, so they are not shown. Ask whoever runs the server to bring them back from another place.',
    when: 'What left the database by `countinghouse prune` is not what it was, or is gone; `details.fault`.',
  },
  ROWS_TOO_FAR: {
    status: 422,
    message:
      'This reaches too far into what left the database. Ask for fewer days or for one account, or have an operator bring the rows back.',
    when: 'A call that would read more of what left the database than 400 blocks of it.',
  },
  ADDRESS_INVALID: {
    status: 403,
    message: 'This address was not given out like this. Ask for a new one where you found it.',
    when: 'A presigned address that was altered, or that another server signed.',
  },
  ADDRESS_EXPIRED: {
    status: 410,
    message: 'This address has expired. Ask for a new one where you found it.',
    when: 'A presigned address after its end.',
  },

  // Approvals and four eyes (decisions 0028, 0029).
  APPROVAL_ALREADY_DECIDED: {
    status: 409,
    message: 'This was decided already. Reload to see how.',
    when: 'Approving, rejecting or withdrawing what is not pending any more, or approving twice; `details.status`.',
  },
  SELF_APPROVAL: {
    status: 403,
    message: 'You made this request, so somebody else must decide it. You can withdraw it.',
    when: 'Its maker approves or rejects; or, of what a service account asked for, whoever made the API key that it asked with.',
  },
  REJECTED: {
    status: 422,
    message: 'A checker rejected it. Read their reason, then create a new intent with a new key.',
    when: 'In the receipt of an intent that was held: somebody rejected it.',
  },
  WITHDRAWN: {
    status: 422,
    message: 'Its maker took it back before it was decided. Create a new intent with a new key.',
    when: 'In the receipt of an intent that was held: its maker withdrew it.',
  },
  EXPIRED: {
    status: 422,
    message: 'Nobody decided it within 7 days. Create a new intent with a new key.',
    when: 'In the receipt of an intent that was held: its time was over.',
  },
  CHANGE_PENDING: {
    status: 409,
    message: 'The same change waits for approval already. Ask another owner to decide it.',
    when: 'Asking again for a change that rests; `details.approval_id`.',
  },
  FOUR_EYES_ON: {
    status: 409,
    message: 'Four eyes is on: invite them as a member first, then make them an owner. Another owner approves that.',
    when: 'Inviting an owner while four eyes is on.',
  },
  FOUR_EYES_NEEDS_OWNERS: {
    status: 409,
    message: 'Four eyes needs a second owner who can approve. Invite one first.',
    when: 'Turning four eyes on with one owner, or removing a lost second factor where there are not two other owners.',
  },

  CONTROL_RETIRED: {
    status: 409,
    message: 'This control was retired. Create a new one in its place.',
    when: 'Changing, attesting or retiring a control that is no longer in force.',
  },
  API_KEY_ENDED: {
    status: 409,
    message: 'This API key is revoked or has expired. Create another one.',
    when: 'A new secret for a key that has ended.',
  },
  API_KEYS_FULL: {
    status: 409,
    message: 'An organisation has at most 100 API keys in use. Revoke one that is not needed any more first.',
    when: 'Making one more.',
  },
  SERVICE_ACCOUNT_INACTIVE: {
    status: 409,
    message: 'This service account is deactivated, and stays so. Make another one in its place.',
    when: 'Renaming one that is deactivated, giving it another role, or making a key for it.',
  },
  WEBHOOKS_FULL: {
    status: 409,
    message: 'An organisation has at most 20 webhook endpoints. Delete one that is not needed any more first.',
    when: 'Adding one more.',
  },
  WEBHOOK_OF_AUDIT_EXPORT: {
    status: 409,
    message: 'This endpoint is of the audit export. To take it away, empty its address there.',
    when: 'Deleting the endpoint primary or secondary: POST /api/internal/audit/export/config says whether there is one.',
  },
  WEBHOOK_REPLAYS_FULL: {
    status: 409,
    message: 'Five replays to this endpoint are not done yet. Wait until one of them is.',
    when: 'Asking for one more.',
  },
  SAVED_VIEWS_FULL: {
    status: 409,
    message: 'You have saved 12 views of this list. Remove one that you do not need any more first.',
    when: 'Saving one more.',
  },
  CONTROLS_FULL: {
    status: 409,
    message: 'At most 200 controls can be in force. Retire one that is not needed any more first.',
    when: 'Creating one more.',
  },

  // The ladder of an intent (decision 0004).
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The request is too large. Send at most 1 MB (4 MB with a batch, 10 MB with a file), and at most 500 rows an intent.',
    when: 'Body over the limit.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message: 'This idempotency key was used for a different intent. Use a new key for a new business act.',
    when: 'Same key, other content.',
  },
  INTENT_ID_TAKEN: {
    status: 409,
    message: 'This intent_id was used with another idempotency key. Use a new id.',
    when: 'Same intent_id, other key.',
  },
  consent_scope_required: { status: 422, message: 'The consent has no scope. Name at least one.', when: 'Rung 4.' },
  consent_times_invalid: {
    status: 422,
    message: 'The consent needs valid times: granted_at before expires_at, both RFC 3339.',
    when: 'Rung 4.',
  },
  consent_not_yet_valid: { status: 422, message: 'The consent is not valid yet. Check granted_at.', when: 'Rung 4.' },
  consent_expired: { status: 422, message: 'The consent has expired. Give a new one.', when: 'Rung 4.' },
  SIGNATURE_REQUIRED: { status: 422, message: 'Signature required before submitting', when: 'Rung 5.' },
  SIGNATURE_INVALID: {
    status: 422,
    message: 'The signature does not verify with an active key of yours. Sign the intent again.',
    when: 'Rung 5.',
  },
  FX_SNAPSHOT_REQUIRED: {
    status: 422,
    message: 'Create an FX snapshot before posting intents',
    when: 'Rung 6: snapshot_ids.fx is missing, or names a snapshot of another kind.',
  },
  SNAPSHOT_NOT_FOUND: {
    status: 422,
    message: 'The snapshot does not exist. Choose one of the list, or take a new one.',
    when: 'Rung 6, or a snapshot that the close of a period names.',
  },
  HOLD_NOT_FOUND: {
    status: 422,
    message: 'There is no hold of that name. Give the intent_id of the intent that placed it.',
    when: 'Rung 7: capture or void of a hold that was never placed; `details.hold`.',
  },
  HOLD_CAPTURED: {
    status: 422,
    message: 'This hold was captured already. Place a new one.',
    when: 'Rung 7: capture or void of a hold of which nothing is reserved any more, after its last capture.',
  },
  HOLD_VOIDED: { status: 422, message: 'This hold was voided. Place a new one.', when: 'Rung 7: capture or void after void.' },
  HOLD_EXPIRED: { status: 422, message: 'This hold has expired. Place a new one.', when: 'Rung 7: capture or void after its time.' },
  HOLD_EXCEEDED: {
    status: 422,
    message: 'That is more than is held between these accounts. Capture at most what the hold still reserves.',
    when: 'Rung 7: capture of more than held, or between other accounts; `details.row`.',
  },
  INTENT_NOT_FOUND: {
    status: 422,
    message: 'The intent to reverse does not exist. Give its intent_id.',
    when: 'Rung 7: reversal of an intent that is not there.',
  },
  INTENT_NOT_REVERSIBLE: {
    status: 422,
    message:
      'Only an executed intent that posted something can be reversed. A reversal cannot, nor can interest, a revaluation or the closing of a year: post a new intent instead. A closed year is taken back on its own page.',
    when: 'Rung 7: reversal of a rejected intent, of a hold or void, of a reversal, or of what the ledger posts by itself.',
  },
  INTENT_ALREADY_REVERSED: {
    status: 422,
    message: 'This intent was reversed already.',
    when: 'Rung 7: second reversal; `details.reversed_by`.',
  },
  ACCOUNT_NOT_FOUND: {
    status: 422,
    message: 'An account of the intent does not exist. Name it by id, code or external reference.',
    when: 'Rung 7; `details.row`.',
  },
  ACCOUNT_AMBIGUOUS: {
    status: 422,
    message: 'More than one open account has this external reference. Name the account by id or code.',
    when: 'Rung 7; `details.row`, `details.accounts`: their codes.',
  },
  ACCOUNT_CLOSED: {
    status: 422,
    message: 'The account is closed. Re-open it or choose another.',
    when: 'Rung 7 (`details.row`), or closing it again.',
  },
  ENTITY_INACTIVE: {
    status: 422,
    message: 'The entity is deactivated. Reactivate it, or choose another.',
    when: 'Rung 7 (`details.row`), or making it the active one.',
  },
  SAME_ACCOUNT: { status: 422, message: 'Debit and credit account of a row must differ.', when: 'Rung 7; `details.row`.' },
  CURRENCY_MISMATCH: {
    status: 422,
    message: 'An account of the intent is kept in another currency than its row.',
    when: 'Rung 7; `details.row`.',
  },
  INSUFFICIENT_FUNDS: {
    status: 422,
    message: 'The account has not enough available: its balance less what is held would fall below its floor.',
    when: 'Rung 7, for an account with a floor, or any where `require_available` asks for it; `details.account`.',
  },
  FX_RATE_MISSING: {
    status: 422,
    message: 'There is no FX rate for this currency. Set the rate, take a new FX snapshot where one is named, and try again.',
    when: 'Rung 9, where a limit or a policy asks for the amount: `details.currency` and `details.reporting_currency`. Of a revaluation: `details.pairs` and `details.snapshot_id`.',
  },
  PERIOD_LOCKED: {
    status: 422,
    message: 'The period of this value date is locked. Choose a value date outside it, or have an owner open the period again.',
    when: 'Rung 8; `details.row`, `details.value_date` and `details.period_code`.',
  },
  LIMIT_EXCEEDED: {
    status: 422,
    message: 'This would pass a limit of the organisation. Post less, wait for the next day, or ask an owner to raise the limit.',
    when: 'Rung 9: `details.limit`, its `value`, what is `used` already and what was `asked`; of a daily limit also the `day` (UTC).',
  },

  APPROVAL_REQUIRED: {
    status: 422,
    message: 'This intent needs the approval of a second person, so it cannot be part of a batch that is posted all or nothing.',
    when: 'Inside `BATCH_REFUSED`: the intent by itself would be held for approval.',
  },
  BATCH_REFUSED: {
    status: 422,
    message: 'One of these intents cannot be posted, so none was. Mend or leave out the one that is named, and send the batch again.',
    when: 'A batch with `atomic`; `details` names the first intent that would not be executed, and why.',
  },
  POLICY_REJECTED: {
    status: 422,
    message: 'A policy of the organisation does not allow this. Change what you ask for, or talk to an owner.',
    when: 'Rung 10, or the lock of a period: `details.control_id`, `name`, `version`, `hook`; `failure` and `why` where it has no answer.',
  },

  // Infrastructure: never told as a business refusal, nor the reverse.
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This address does not take that method. Use one that it takes.',
    when: 'The address exists; the header `allow` and `details.allow` name its methods.',
  },
  JWKS_UNAVAILABLE: {
    status: 503,
    message:
      'The organisation’s key set could not be read, so the signature was not checked and nothing was written. Repeat with the same key.',
    when: 'Rung 5, in mode EXTERNAL_JWKS: its address is not reachable, or does not answer a key set.',
  },
  SIGNING_CHANGED: {
    status: 503,
    message: 'How intents are signed has just changed, so the signature was not checked and nothing was written. Repeat with the same key.',
    when: 'Rung 5: while the signature was checked, another mode or another key set came into force.',
  },
  OVERLOADED: {
    status: 503,
    message: 'The ledger is busy. Repeat the request with the same key in a moment.',
    when: 'A queue is full, a read took longer than 20 s, or the database gave up for want of time or of a lock; nothing was written.',
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    message: 'It is not known whether this was written. Repeat the request with the same key.',
    when: 'The answer of a commit was lost, or a write took longer than 20 s.',
  },
  OBJECT_STORE_UNAVAILABLE: {
    status: 503,
    message: 'The store of files cannot be reached; nothing was changed. Try again in a moment.',
    when: 'The bucket of S3_* does not answer; `retry-after` says when to ask again.',
  },
  STORAGE_FULL: {
    status: 503,
    message: 'The server has no storage left; nothing was written. Tell whoever runs it.',
    when: 'Disk full, or fuller than `DISK_FULL_PERCENT`.',
  },
  CLOCK_UNSURE: {
    status: 503,
    message: 'The clock of the server is not sure, so nothing was written. Whoever runs it must set it right, or confirm it.',
    when: 'It stepped by more than an hour, or the log is more than an hour ahead of it.',
  },
  REPLICA_BEHIND: {
    status: 503,
    message: 'The database for writing cannot be reached, and no replica has all that you have seen. Try again in a moment.',
    when: 'A read while the primary is away, or on a read-only server, where no replica has replayed the last write of the session (or of `x-commit-position`).',
  },
  SERVER_READONLY: {
    status: 503,
    message: 'This server reads from a replica and is read-only; nothing was written. Use the server of the primary database.',
    when: 'A write, or a sign-in, on a server whose `DATABASE_URL` names a standby, or a primary that has become one.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    message: 'The database is not reachable; nothing was written. Try again in a moment.',
    when: 'Database away.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof errors;
