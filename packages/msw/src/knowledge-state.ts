import type { KnowledgeSourceStatus } from '@parley/contract';
import type { Prepared } from '@parley/search';

/** Pages for `url` sources: the text at each URL, or a function that answers requests like the web site. */
export type UrlSources =
  | Readonly<Record<string, string>>
  | ((url: string) => Response | Promise<Response>);

/** The text of a record as searches find it. It stays in use until newer text replaces it. */
export interface Indexed {
  readonly prepared: Prepared;
  /** The status by which searches filter an indexed source. */
  readonly as?: Exclude<KnowledgeSourceStatus, 'processing'>;
  /** Increments with every change of the searchable text. */
  readonly revision: number;
}

/** The knowledge data of one tenant that is not in records. */
export class KnowledgeState {
  readonly urlSources: UrlSources | undefined;
  /** The contents of sources, by the IDs of the sources. */
  readonly contents = new Map<string, string>();
  /** The index entries of sources and FAQs, by their IDs. */
  readonly indexed = new Map<string, Indexed>();
  /** Pages that are being fetched. */
  readonly underway = new Set<Promise<void>>();
  #revisions = 0;

  constructor(urlSources: UrlSources | undefined) {
    this.urlSources = urlSources;
  }

  putIntoIndex(id: string, what: Omit<Indexed, 'revision'>): void {
    this.#revisions += 1;
    this.indexed.set(id, { ...what, revision: this.#revisions });
  }
}
