import * as z from 'zod';

/** The server that sends mails, and the address from which they are sent. */
export interface MailConfig {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS. */
  readonly isTls: boolean;
  /** Whether a connection that begins without TLS must switch to TLS before it sends anything. */
  readonly requiresTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: MailAddress;
  /** The URL of the console, without a slash at its end. */
  readonly consoleUrl: string;
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** The schema of an SMTP server: `smtp://user:password@host:587` or `smtps://…`. */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be a URL that begins with smtp:// or smtps://' })
  .regex(/^[^?#]*(\?starttls=optional)?$/, 'can only have the parameter starttls=optional');

const address = /^[^\s<>()[\],;:"\\\p{Cc}]+@[^\s<>()[\],;:"\\\p{Cc}]+$/u;

/**
 * Returns whether a text is exactly one mail address, so that it cannot add another command to the connection with the
 * mail server.
 */
export function isMailAddress(text: string): boolean {
  return address.test(text);
}

/** The schema of a sender: `parley@example.com` or `Parley <parley@example.com>`. */
export const mailFrom = z.string().transform((text, context): MailAddress => {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [];
  const from = { name: name.trim(), address: bracketed ?? text };
  if (!isMailAddress(from.address)) {
    const message = 'must be an email address, or a name and <an address>';
    context.addIssue({ code: 'custom', message });
  }
  return from;
});

interface MailSettings {
  readonly PARLEY_SMTP_URL?: string | undefined;
  readonly PARLEY_SMTP_FROM?: MailAddress | undefined;
  readonly PARLEY_PUBLIC_URL?: string | undefined;
}

export function mailOf({
  PARLEY_SMTP_URL: url,
  PARLEY_SMTP_FROM: from,
  PARLEY_PUBLIC_URL: publicUrl,
}: MailSettings): MailConfig | undefined {
  if (!url || !from || !publicUrl) return undefined;
  const { protocol, hostname, port, username, password, search } = new URL(url);
  const isTls = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    url,
    host,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    isTls,
    requiresTls: !isTls && search === '' && !isLoopback(host),
    auth: username === '' ? undefined : auth,
    from,
    consoleUrl: publicUrl,
  };
}

/** Returns the sender in the form of PARLEY_SMTP_FROM. */
export function textOfSender({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
