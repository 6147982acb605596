/** All pages of a list. */
export interface Pages {
  /** The path of each page below `/api/v1/`. */
  readonly paths: readonly string[];
  readonly ids: readonly string[];
}

/** Reads all pages of a list. `first` is the path of the first page, with a query. */
export async function readPages(port: number, key: string, first: string): Promise<Pages> {
  const paths: string[] = [];
  const ids: string[] = [];
  for (let path: string | undefined = first; path !== undefined; ) {
    paths.push(path);
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page = (await response.json()) as { data: { id: string }[]; nextCursor: string | null };
    ids.push(...page.data.map(({ id }) => id));
    path = page.nextCursor === null ? undefined : `${first}&cursor=${page.nextCursor}`;
  }
  return { paths, ids };
}
