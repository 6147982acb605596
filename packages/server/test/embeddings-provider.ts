import { receiver } from './receivers.ts';

export interface ProviderRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly model: unknown;
  readonly input: readonly string[];
}

export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returned unchanged when it is a text. */
  readonly body: unknown;
}

/** Something that speaks the protocol of embeddings, on this machine, gone with its test. */
export async function aProvider(
  answer: (request: ProviderRequest) => ProviderAnswer | Promise<ProviderAnswer>,
): Promise<{ url: string; requests: ProviderRequest[] }> {
  const requests: ProviderRequest[] = [];
  const origin = await receiver(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { model, input } = JSON.parse(Buffer.concat(chunks).toString());
    const request = { path: incoming.url ?? '', headers: incoming.headers, model, input };
    requests.push(request);
    const { status = 200, headers = {}, body } = await answer(request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  });
  return { url: `${origin}/v1`, requests };
}

export function vectors(embeddings: readonly (readonly number[])[]): ProviderAnswer {
  const data = embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return { body: { object: 'list', data, model: 'test' } };
}
