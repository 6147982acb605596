import { linkEnd, mediaPath } from '@parley/domain';
import { sha256 } from './sha256.ts';
import type { Store } from './store.ts';

/** Returns a URL that serves a file without an API key. */
export function linkTo(store: Store, mediaId: string): string {
  const token = tokenOf(store, mediaId, String(linkEnd(store.nowMs())));
  return `${mediaPath(mediaId)}?token=${token}`;
}

/** Returns whether this is a valid, unexpired token for a link to the file. */
export function isLink(store: Store, mediaId: string, token: string): boolean {
  const end = token.split('.')[1] ?? '';
  return token === tokenOf(store, mediaId, end) && store.nowMs() < Number(end) * 1_000;
}

function tokenOf({ tenant, seed }: Store, mediaId: string, end: string): string {
  return `${tenant.id}.${end}.${sha256([tenant.id, mediaId, end, seed].join())}`;
}
