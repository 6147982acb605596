import type { AnnouncedFile } from '@parley/domain';
import { textOf } from './provider-json.ts';

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

interface Announced {
  readonly id?: unknown;
  readonly url?: unknown;
  readonly mimeType?: unknown;
  readonly filename?: unknown;
  readonly sha256Base64?: unknown;
}

/** Returns a file that a provider announced; undefined when the provider gave neither an ID nor a URL of the file. */
export function fileOf(kind: MediaKind, announced: Announced): AnnouncedFile | undefined {
  const providerId = textOf(announced.id) ?? null;
  const providerUrl = textOf(announced.url) ?? null;
  if (providerId === null && providerUrl === null) return undefined;
  return {
    kind,
    mimeType: textOf(announced.mimeType) ?? null,
    filename: textOf(announced.filename) ?? null,
    sha256: hexOf(textOf(announced.sha256Base64)),
    providerId,
    providerUrl,
  };
}

const digestBytes = 32;

function hexOf(base64: string | undefined): string | null {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return bytes.length === digestBytes ? bytes.toString('hex') : null;
}
