// Mail leaves through SMTP_URL; without one each mail is a file in the data directory and its link is in the log.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';

export interface Mail {
  /** Stable: a mail that is sent again has the same Message-ID, by which mail programs know it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text; the HTML part is made from it, links made clickable. */
  readonly text: string;
}

/** The mail did not leave. What the mail server said may name people: only its code is kept. */
export class MailUnavailable extends Error {
  /** Codes alone: `ESOCKET`, `EENVELOPE 550`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the mail server of SMTP_URL did not take a mail: ${reason}`);
    this.reason = reason;
  }
}

/** The mail server is there and wants no such mail, now or later. */
export class MailRefused extends MailUnavailable {}

const CONNECT_TIMEOUT_MS = 5_000;
/** A mail server that looks through what it is handed answers late, and has the mail: who gives up on it hands it the same mail again and again. */
const SILENCE_TIMEOUT_MS = 60_000;
/** All of it: one that keeps saying something, and never what is waited for, holds up every other mail. */
const SEND_WITHIN_MS = 120_000;
const PERMANENT_MIN = 500;

function failureOf(error: { readonly code?: unknown; readonly responseCode?: unknown }): MailUnavailable {
  const { code, responseCode } = error;
  const reason = [code, responseCode].filter((part) => part !== undefined).join(' ');
  // Whether it knows us, and whether it is there, says nothing about this mail.
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return aboutThisMail && typeof responseCode === 'number' && responseCode >= PERMANENT_MIN
    ? new MailRefused(reason)
    : new MailUnavailable(reason);
}

export interface Mailer {
  /**
   * Throws RangeError when the address is none (it has a line break, or is several), MailUnavailable or MailRefused when the mail did not leave, or
   * was given up: after two minutes, and where `giveUp` says so.
   */
  send(mail: Mail, giveUp?: AbortSignal): Promise<void>;
  close(): void;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => escapes[c] ?? c);

/** Only links to the system itself become clickable: a name in a mail may be an address too. */
export function toHtml(text: string, publicUrl: string): string {
  const paragraphs = escapeHtml(text)
    .replace(/https?:\/\/\S+/g, (url) => (url.startsWith(`${publicUrl}/`) ? `<a href="${url}">${url}</a>` : url))
    .split('\n\n')
    .map((p) => `<p>${p.replaceAll('\n', '<br>')}</p>`);
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif">${paragraphs.join('')}</body></html>`;
}

function checkAddress(to: string): void {
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(to)) throw new RangeError('not an e-mail address');
}

export function openMailer(o: {
  readonly smtpUrl: string | null;
  readonly from: string;
  readonly dataDir: string;
  readonly publicUrl: string;
  readonly note: (line: string) => void;
  readonly sendWithinMs?: number;
}): Mailer {
  const { smtpUrl, sendWithinMs = SEND_WITHIN_MS } = o;
  if (smtpUrl === null) return fileMailer(o);
  let transport: Promise<Transporter> | undefined;
  const { hostname } = new URL(o.publicUrl);
  return {
    async send(mail, giveUp) {
      checkAddress(mail.to);
      const { to, subject, text } = mail;
      transport ??= openTransport(smtpUrl);
      const late = AbortSignal.timeout(sendWithinMs);
      const letter = { messageId: `<${mail.id}@${hostname}>`, from: o.from, to, subject, text, html: toHtml(text, o.publicUrl) };
      // The library's types do not know of the signal yet.
      const signalled: SendMailOptions & { readonly signal: AbortSignal } = {
        ...letter,
        signal: giveUp === undefined ? late : AbortSignal.any([late, giveUp]),
      };
      await (await transport).sendMail(signalled).catch((error: { readonly code?: unknown; readonly responseCode?: unknown }) => {
        throw failureOf(error);
      });
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** The library is loaded by the first mail. */
async function openTransport(url: string): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
}

function fileMailer({ dataDir, note }: { readonly dataDir: string; readonly note: (line: string) => void }): Mailer {
  const folder = path.join(dataDir, 'mail');
  return {
    async send(mail) {
      checkAddress(mail.to);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '')}-${mail.id.slice(0, 8)}.txt`);
      // A file of that name is always a whole mail: whoever is killed while writing sends it again.
      const part = path.join(folder, `.${path.basename(file)}.part`);
      writeFileSync(part, `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`, { mode: 0o600 });
      renameSync(part, file);
      // Never the address or the subject, nor a link with its token: this line goes to the log.
      note(`a mail is in ${file}`);
    },
    close: () => {},
  };
}
