import { mailedResetLinkMs, shownInvitation } from '@parley/domain';
import { brandingOf, consoleUrlOf } from '../branding/service.ts';
import { brandOfTenant } from '../branding/statements/brands.ts';
import { invitationsTable } from '../invitations/table.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, type Job } from '../jobs/queue.ts';
import type { SealedPlace, Sealer } from '../sealing.ts';
import { findAccount } from '../sessions/accounts.ts';
import { createLink } from '../sessions/links.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { type Mail, MailError, type Mailer } from './mailer.ts';
import { invitationMail, passwordResetMail } from './mails.ts';

type Payload = JobPayloads['send-mail'];

interface MailDeps {
  readonly mailer: Mailer | undefined;
  readonly secrets: Sealer;
}

/** Sends mails with one-time links. A second run sends the mail again. If it contains a new link, both links work. */
export function sendMail({ mailer, secrets }: MailDeps): JobHandler<Payload> {
  return {
    slots: { atOnce: 10, ofTenant: 4 },
    maxAttempts: 6,
    async run(ctx, job) {
      if (!mailer) throw new Error('PARLEY_SMTP_URL is not set in this process');
      const mail = await writeMail(ctx, job, { mailer, secrets });
      if (!mail) return;
      await mailer.send(mail).catch((error: unknown) => {
        if (!(error instanceof MailError) || !error.isFinal) throw error;
        ctx.log.warn({ err: error }, 'the mail server refused a mail');
      });
    },
    async exhausted(ctx, job) {
      // The person has asked again, or an operator has helped. Jobs of the installation are in no list.
      if (job.payload.kind === 'password_reset') await completeJob(ctx, job);
    },
  };
}

/** Returns the place to which the encrypted token of an invitation is bound, while its mail waits. */
export function invitationPlace(tenantId: string, invitationId: string): SealedPlace {
  return { tenantId, recordId: invitationId, field: 'token' };
}

/** Returns the mail of a job; undefined when nobody needs it any more. */
async function writeMail(
  ctx: TenantContext,
  { payload, createdAt }: Job<Payload>,
  { mailer, secrets }: { mailer: Mailer; secrets: Sealer },
): Promise<Mail | undefined> {
  const now = ctx.now();
  if (payload.kind === 'password_reset') {
    const { accountId } = payload;
    if (accountId === null || now.getTime() - Date.parse(createdAt) > mailedResetLinkMs) return;
    const { installation } = ctx.db;
    const account = await findAccount(installation, { id: accountId });
    if (!account) return;
    const wanted = { kind: 'password_reset', accountId, now, isMailed: true } as const;
    const token = await createLink(installation, wanted);
    // An account works in several tenants. An agency of one of them, with its own domain, could read the token.
    const link = `${mailer.consoleUrl}/password-reset#token=${token}`;
    return { ...passwordResetMail(link), to: account.email, id: `reset-${hashToken(token)}` };
  }
  const { invitationId: id, sealedToken } = payload;
  const row = await ctx.db.select(invitationsTable).where({ id }).first();
  if (!row) return;
  const { status, role, email } = shownInvitation(
    invitationsTable.toRecord(row),
    now.toISOString(),
  );
  if (status !== 'open') return;
  const token = secrets.open(sealedToken, invitationPlace(ctx.db.tenantId, id));
  const { name: tenantName } = await getCurrentTenant(ctx);
  const { consoleUrl, productName } = await placeOf(ctx, mailer);
  const link = `${consoleUrl}/invitation#token=${token}`;
  return { ...invitationMail({ productName, tenantName, role, link }), to: email, id };
}

/**
 * Returns where the console of the tenant is, and the name of the product there: the domain of its agency, or the URL of the
 * operator. Never depends on the host of a request.
 */
async function placeOf(
  { db }: TenantContext,
  mailer: Mailer,
): Promise<{ consoleUrl: string; productName: string | null }> {
  const [known] = await db.run(brandOfTenant, { tenantId: db.tenantId });
  return {
    consoleUrl: consoleUrlOf(known, mailer.consoleUrl),
    productName: brandingOf(known).productName,
  };
}
