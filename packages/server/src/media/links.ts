import { createHmac, timingSafeEqual } from 'node:crypto';
import { linkEnd, mediaPath } from '@parley/domain';

/** Creates and checks temporary URLs that return a file without an API key. */
export class MediaLinks {
  readonly #secrets: readonly Uint8Array[];
  readonly #publicUrl: string;

  /** The first secret signs new links; every secret verifies links. */
  constructor(secrets: readonly Uint8Array[], publicUrl = '') {
    this.#secrets = secrets;
    this.#publicUrl = publicUrl;
  }

  urlOf(tenantId: string, mediaId: string, nowMs: number): string {
    return `${this.#publicUrl}${this.pathOf(tenantId, mediaId, nowMs)}`;
  }

  /** Returns the path of the URL, for pages of the same origin. */
  pathOf(tenantId: string, mediaId: string, nowMs: number): string {
    const [secret] = this.#secrets;
    if (!secret) throw new Error('links need a secret');
    const end = String(linkEnd(nowMs));
    const token = `${tenantId}.${end}.${signatureOf(secret, [tenantId, mediaId, end])}`;
    return `${mediaPath(mediaId)}?token=${token}`;
  }

  /**
   * Returns the tenant of a link to this file; undefined when the link has expired or is not signed by this
   * installation.
   */
  tenantOf(mediaId: string, token: string, nowMs: number): string | undefined {
    const [tenantId, end, signature, ...more] = token.split('.');
    if (!tenantId || !end || !signature || more.length > 0) return undefined;
    const given = Buffer.from(signature);
    const isOurs = this.#secrets.some((secret) => {
      const expected = Buffer.from(signatureOf(secret, [tenantId, mediaId, end]));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    return isOurs && nowMs < Number(end) * 1_000 ? tenantId : undefined;
  }
}

function signatureOf(secret: Uint8Array, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
}
