import { invitationDays, mailedResetLinkMs } from '@parley/domain';
import { type Mail, oneLine } from './mailer.ts';

/** The name of the product in mails of tenants without a branding. */
const ownName = 'Parley';

interface InvitationMail {
  readonly productName: string | null;
  readonly tenantName: string;
  readonly role: string;
  readonly link: string;
}

export function invitationMail({
  productName,
  tenantName,
  role,
  link,
}: InvitationMail): Pick<Mail, 'subject' | 'text'> {
  // A name with ends of lines could look like a text of the server, with a link of its own.
  const names = `${oneLine(tenantName)} in ${oneLine(productName ?? ownName)}`;
  return {
    subject: `Invitation to ${tenantName}`,
    text: `You are invited to ${names}, as ${role}. Join with this link:

${link}

The link works once, for ${invitationDays} days. If you did not expect this mail, ignore it.
`,
  };
}

export function passwordResetMail(link: string): Pick<Mail, 'subject' | 'text'> {
  return {
    subject: `A new password for ${ownName}`,
    text: `Somebody asked for a new password of your account in ${ownName}. Choose it with this link:

${link}

The link works once, for ${mailedResetLinkMs / 60_000} minutes, and ends all sessions of the account. If it was not you, ignore this mail: your password
stays as it is.
`,
  };
}
