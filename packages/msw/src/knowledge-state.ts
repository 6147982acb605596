import type { KnowledgeSourceStatus } from '@parley/contract';
import type { Prepared } from '@parley/search';

/** Pages for `url` sources: the text at each URL, or a function that answers requests like the web site. */
export type UrlSources =
  | Readonly<Record<string, string>>
  | ((url: string) => Response | Promise<Response>);

/** The searchable state of a record. It stays in use until a newer state replaces it. */
export interface Indexed {
  readonly prepared: Prepared;
  /** The status of an indexed source by which searches filter. */
  readonly as?: Exclude<KnowledgeSourceStatus, 'processing'>;
  /** Increments with every change of the searchable text. */
  readonly revision: number;
}

/** The knowledge data of one tenant that is not in records. */
export class KnowledgeState {
  readonly urlSources: UrlSources | undefined;
  /** Contents by the IDs of their sources. */
  readonly contents = new Map<string, string>();
  /** Index entries by the IDs of sources and FAQs. */
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

  clear(): void {
    this.contents.clear();
    this.indexed.clear();
    this.underway.clear();
    this.#revisions = 0;
  }
}
