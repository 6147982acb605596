// Requests as the load generator sends them: the text of HTTP/1.1.

/** Returns the text of a GET request to a path below `/api/v1/`. */
export function getText(key: string, path: string): string {
  return [`GET /api/v1/${path} HTTP/1.1`, ...headersOf(key), '', ''].join('\r\n');
}

/** Returns the text of a POST request with JSON to a path below `/api/v1/`. */
export function postText(
  key: string,
  path: string,
  body: object,
  headers: readonly string[] = [],
): string {
  const text = JSON.stringify(body);
  return [
    `POST /api/v1/${path} HTTP/1.1`,
    ...headersOf(key),
    ...headers,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
}

function headersOf(key: string): string[] {
  return ['Host: bench', `Authorization: Bearer ${key}`];
}
