import { join } from 'node:path';
import { parseUrl } from '@parley/contract/schemas';
import * as z from 'zod';
import type { S3Account } from './s3-signature.ts';

export interface S3StoreConfig extends S3Account {
  readonly kind: 's3';
  readonly bucket: string;
  readonly prefix: readonly string[];
  /** The URL of the store without a slash at the end. */
  readonly endpoint: string;
  /** The folder on this machine in which files are received. */
  readonly draftDir: string;
}

/** Where the bytes of files are stored. */
export type MediaStoreConfig = { readonly kind: 'file'; readonly folder: string } | S3StoreConfig;

/** Parses the setting PARLEY_MEDIA_STORE. */
export const mediaStore = z
  .string()
  .refine(
    (text) => /^file:./.test(text) || s3Of(text) !== undefined,
    'must begin with file:, or be s3://bucket/prefix?endpoint=https://…&region=…',
  );

interface MediaSettings {
  readonly PARLEY_MEDIA_STORE?: string | undefined;
  readonly PARLEY_MEDIA_ACCESS_KEY?: string | undefined;
  readonly PARLEY_MEDIA_SECRET_KEY?: string | undefined;
}

export function mediaStoreOf(values: MediaSettings, dataDir: string): MediaStoreConfig {
  const { PARLEY_MEDIA_STORE: url } = values;
  if (url === undefined) return { kind: 'file', folder: join(dataDir, 'media') };
  const s3 = s3Of(url);
  if (!s3) return { kind: 'file', folder: url.slice('file:'.length) };
  return {
    ...s3,
    accessKey: values.PARLEY_MEDIA_ACCESS_KEY ?? '',
    secretKey: values.PARLEY_MEDIA_SECRET_KEY ?? '',
    draftDir: join(dataDir, 'media-drafts'),
  };
}

/** Parses `s3://bucket/prefix?endpoint=…&region=…`. Returns undefined for another form. */
export function s3Of(text: string) {
  const url = parseUrl(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) {
    return undefined;
  }
  const { searchParams: given, username, port, hash, pathname } = url;
  const isUnknown = [...given.keys()].some((name) => name !== 'endpoint' && name !== 'region');
  if (isUnknown || username !== '' || port !== '' || hash !== '') return undefined;
  if (!/^[\w./-]*$/.test(pathname)) return undefined;
  const region = given.get('region') ?? 'us-east-1';
  const endpoint = given.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!/^[a-z0-9-]+$/.test(region) || !/^https?:\/\/[^/?#@]+\/*$/.test(endpoint)) return undefined;
  return {
    kind: 's3' as const,
    bucket: url.hostname,
    prefix: pathname.split('/').filter((part) => part !== ''),
    endpoint: endpoint.replace(/\/+$/, ''),
    region,
  };
}

/** Describes the store for `doctor`, without credentials. */
export function describeMediaStore(config: MediaStoreConfig): string {
  if (config.kind === 'file') return `file:${config.folder}`;
  const { bucket, prefix, endpoint, region } = config;
  return `s3://${[bucket, ...prefix].join('/')}?endpoint=${endpoint}&region=${region}`;
}
