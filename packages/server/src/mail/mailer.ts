import type { Transporter } from 'nodemailer';
import { isMailAddress, type MailConfig } from './config.ts';

/** A mail to one person, as plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** An ID that is equal in each attempt to send the same mail, so that mailboxes can drop a second copy. */
  readonly id: string;
}

const answerMs = 15_000;

/** Thrown when a mail was not sent. The message contains no mail address, because logs and jobs show it. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Whether the mail server refused this mail, so that another attempt would fail, too. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Sends mails to an SMTP server. Loads its library with the first mail. */
export class Mailer {
  readonly #config: MailConfig;
  #transport: Promise<Transporter> | undefined;

  constructor(config: MailConfig) {
    this.#config = config;
  }

  /** The URL of the console, without a slash at its end. Links never come from the `Host` of a request. */
  get consoleUrl(): string {
    return this.#config.consoleUrl;
  }

  /** Sends a mail. Throws a MailError when it was not sent. */
  async send({ to, subject, text, id }: Mail): Promise<void> {
    if (!isMailAddress(to)) {
      throw new MailError('the address cannot receive mails', { isFinal: true });
    }
    const { from } = this.#config;
    const transport = await this.#open();
    const mail = {
      from,
      // As an object: nodemailer would read further addresses out of a text.
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      subject: oneLine(subject),
      text,
      messageId: `<${id}@${from.address.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    await transport.sendMail(mail).catch((error: unknown) => {
      throw mailError(error);
    });
  }

  /** Connects and signs in, without sending. Throws a MailError when that fails. */
  async check(): Promise<void> {
    const transport = await this.#open();
    await transport.verify().catch((error: unknown) => {
      throw mailError(error);
    });
  }

  #open(): Promise<Transporter> {
    this.#transport ??= load(this.#config);
    return this.#transport;
  }
}

/** Returns a text on one line, as headers need it: control characters, such as ends of lines, become spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

async function load(config: MailConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { host, port, isTls: secure, requiresTls: requireTLS, auth } = config;
  return createTransport({
    host,
    port,
    secure,
    requireTLS,
    // Where TLS is optional, an unknown certificate is no worse than no TLS.
    ...(!secure && !requireTLS && { tls: { rejectUnauthorized: false } }),
    ...(auth && { auth }),
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    dnsTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * The commands whose refusal is about this mail alone. A refusal of `MAIL FROM` is about the sender, which all mails
 * have: the operator can correct it.
 */
const ofThisMail: readonly unknown[] = ['RCPT TO', 'DATA'];

function mailError(error: unknown): MailError {
  const { code, originalCode, command, responseCode } = error as Partial<Record<string, unknown>>;
  const answer = typeof responseCode === 'number' ? `${responseCode}` : 'no answer';
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  return new MailError(
    `the mail was not sent: ${String(originalCode ?? code ?? 'unknown')} (${answer})`,
    {
      isFinal: isFinal && ofThisMail.includes(command),
    },
  );
}
