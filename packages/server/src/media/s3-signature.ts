import { createHash, createHmac } from 'node:crypto';

// AWS Signature Version 4, in headers, as https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
// describes it. Stores that are compatible with S3 take the same.

export interface S3Account {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

interface S3Request {
  readonly method: string;
  /** The URL without a query. `s3Path` encodes its path. */
  readonly url: URL;
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** SHA-256 digest of the body in hexadecimal. */
  readonly sha256: string;
  readonly at: Date;
}

export const emptySha256 = digestOf('');

/** Returns the headers of a request, with those that sign it. */
export function signedHeaders(
  { region, accessKey, secretKey }: S3Account,
  { method, url, headers = {}, sha256, at }: S3Request,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': sha256,
    'x-amz-date': time,
  };
  const names = Object.keys(all).sort();
  const lines = names.map((name) => `${name}:${all[name]}`);
  const request = [method, url.pathname, '', ...lines, '', names.join(';'), sha256].join('\n');
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), digestOf(request)].join('\n');
  const key = scope.reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${secretKey}`);
  const signature = hmac(key, text).toString('hex');
  const credential = `${accessKey}/${scope.join('/')}`;
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

/** Returns the path of an object. Encodes everything but letters, digits and `-._~/`. */
export function s3Path(...parts: readonly string[]): string {
  return parts
    .map((part) =>
      encodeURIComponent(part)
        .replaceAll('%2F', '/')
        .replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
