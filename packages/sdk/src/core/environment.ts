interface Globals {
  document?: unknown;
  navigator?: { userAgent?: string };
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
}

export function environment(name: string): string | undefined {
  return (globalThis as Globals).process?.env?.[name];
}

export function inBrowser(): boolean {
  const { document, navigator, process } = globalThis as Globals;
  // A worker of a page has no document; servers with a navigator (Deno, Bun, Cloudflare) name themselves in it.
  const isWorker = /^Mozilla/.test(`${navigator?.userAgent}`);
  return !process?.versions?.node && (isWorker || !!document);
}
