import type { Mail } from './mailer.ts';

interface InvitationMail {
  readonly tenantName: string;
  readonly role: string;
  readonly link: string;
}

export function invitationMail({
  tenantName,
  role,
  link,
}: InvitationMail): Pick<Mail, 'subject' | 'text'> {
  return {
    subject: `Invitation to ${tenantName}`,
    text: `You are invited to ${tenantName} in Parley, as ${role}. Join with this link:

${link}

The link works once, for 7 days. If you did not expect this mail, ignore it.
`,
  };
}

export function passwordResetMail(link: string): Pick<Mail, 'subject' | 'text'> {
  return {
    subject: 'A new password for Parley',
    text: `Somebody asked for a new password of your account in Parley. Choose it with this link:

${link}

The link works once, for an hour, and ends all sessions of the account. If it was not you, ignore this mail: your password
stays as it is.
`,
  };
}
