import { request } from 'undici';

/** A file to send as the whole body of a request. */
interface SentFile {
  readonly mimeType: string;
  readonly bytes: Buffer;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the endpoint.
  body: any;
}

/** Sends a request. Returns undefined when no response arrived: then the request may have had an effect or not. */
export async function call(
  baseUrl: string,
  apiKey: string,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  { body, key, file }: { body?: object; key?: string; file?: SentFile } = {},
): Promise<Answer | undefined> {
  try {
    const answer = await request(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(file ? { 'content-type': file.mimeType } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: body ? JSON.stringify(body) : (file?.bytes ?? null),
      headersTimeout: 20_000,
      bodyTimeout: 20_000,
    });
    return { status: answer.statusCode, body: await answer.body.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}
