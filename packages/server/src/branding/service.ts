import type { Brand } from '@parley/contract/console';
import type { BrandingInput } from '@parley/contract/schemas';
import {
  brandColors,
  changedBranding,
  checkLogo,
  isSame,
  noBranding,
  type ProofState,
  type StoredBranding,
} from '@parley/domain';
import { fromJson } from '../db/columns.ts';
import type { Deps } from '../deps.ts';
import { dropLogo, getMedia, keepLogo } from '../media/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { requireOwnAgency } from '../tenancy/grants.ts';
import { lockTenant } from '../tenants/lock.ts';
import { tenantsTable } from '../tenants/table.ts';
import { changeDomains } from './domains.ts';
import { brandOfDomain, brandOfTenant, type KnownBrand } from './statements/brands.ts';

/**
 * Changes the branding of the agency of the context. Throws SVC-NOT-FOUND and SVC-RULE-VIOLATION for a wrong logo or a
 * domain without a proof.
 */
export async function changeBranding(
  ctx: TenantContext,
  body: BrandingInput,
  proofs: ReadonlyMap<string, ProofState>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockTenant(ctx);
    const before = await requireOwnAgency(ctx);
    if (body.domains) await changeDomains(ctx, body.domains, proofs);
    const branding = changedBranding(before.branding, body);
    if (isSame(branding, before.branding)) return;
    const [earlier, logo] = [before.branding?.logoMediaId, branding?.logoMediaId];
    if (logo && logo !== earlier) {
      const media = await getMedia(ctx, logo, { isLocked: true });
      checkLogo(media);
      await keepLogo(ctx, media);
    }
    if (earlier && logo !== earlier) await dropLogo(ctx, earlier);
    const updatedAt = ctx.now().toISOString();
    const patch = tenantsTable.toPatch(before, { ...before, branding, updatedAt });
    await ctx.db.update(tenantsTable, {}, patch);
  });
}

/** Returns how the console looks in a tenant, and where its members open it. */
export async function brandIn(
  { system, media, now, config }: Pick<Deps, 'system' | 'media' | 'now' | 'config'>,
  tenantId: string,
): Promise<Brand> {
  const [known] = await system.run(brandOfTenant, { tenantId });
  const consoleUrl = consoleUrlOf(known, config.publicUrl ?? null);
  return { ...shownBrand(known, { media, now }), consoleUrl };
}

/** Returns how the console looks on a host before the sign-in. A host that no agency has gets the look of Parley. */
export async function brandOn(
  { system, media, now }: Pick<Deps, 'system' | 'media' | 'now'>,
  host: string | undefined,
): Promise<Brand> {
  // The other domains of the agency are not for everybody.
  return { ...shownBrand(await findBrand(system, host), { media, now }), consoleUrl: null };
}

/** Returns the agency that has the domain of a `Host` header; undefined without one. */
export async function findBrand(
  system: Deps['system'],
  host: string | undefined,
): Promise<KnownBrand | undefined> {
  const domain = host?.toLowerCase().replace(/:\d+$/, '');
  if (!domain) return undefined;
  const [known] = await system.run(brandOfDomain, { domain });
  return known;
}

function shownBrand(
  known: KnownBrand | undefined,
  { media, now }: Pick<Deps, 'media' | 'now'>,
): Omit<Brand, 'consoleUrl'> {
  const { productName, logoMediaId, primaryColor, supportUrl } = brandingOf(known);
  const logo =
    known && logoMediaId && media.links.pathOf(known.agencyId, logoMediaId, now().getTime());
  const colors = primaryColor === null ? null : brandColors(primaryColor);
  return { productName, logoUrl: logo || null, supportUrl, colors };
}

/** Returns the address of the console for a tenant with this branding. Never depends on the host of a request. */
export function consoleUrlOf<PublicUrl extends string | null>(
  known: KnownBrand | undefined,
  publicUrl: PublicUrl,
): string | PublicUrl {
  return known?.domain ? `https://${known.domain}` : publicUrl;
}

/**
 * Returns a sentence about PARLEY_PUBLIC_URL if its host is the domain of an agency; undefined otherwise. Commands
 * give no agency this domain, but the setting can change later.
 */
export async function publicUrlProblem({
  config: { publicUrl },
  system,
}: Pick<Deps, 'config' | 'system'>): Promise<string | undefined> {
  if (publicUrl === undefined) return undefined;
  const { hostname } = new URL(publicUrl);
  const known = await findBrand(system, hostname);
  if (!known) return undefined;
  return `PARLEY_PUBLIC_URL has the domain ${hostname} of the agency ${known.agencyId}, so its sign-in page offers no single sign-on: run npx parley tenants remove-domain ${known.agencyId} ${hostname}`;
}

export function brandingOf(known: KnownBrand | undefined): StoredBranding {
  return known?.branding ? fromJson(known.branding) : noBranding;
}
