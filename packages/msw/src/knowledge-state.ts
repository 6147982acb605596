import type { KnowledgeFaq, KnowledgeSource, KnowledgeSourceStatus } from '@parley/contract';
import type { Prepared, SourceText } from '@parley/search';

/**
 * The pages that `url` sources are fetched from: the text at each URL, or a function that answers as their
 * sites would.
 */
export type UrlSources =
  | Readonly<Record<string, string>>
  | ((url: string) => Response | Promise<Response>);

export interface SourceRecord extends KnowledgeSource {
  content: string | null;
  /** Of what was fetched. */
  fetchedFormat: SourceText['format'] | null;
  /** Whether the page is to be fetched before it is indexed. */
  isFetchDue: boolean;
  /** Whether its title is what the page calls itself. */
  isTitledByPage: boolean;
  /** Counts the changes that the index must follow: a job does only what the newest asks for. */
  version: number;
  /** What is found, until something newer is. */
  found: FoundSource | null;
}

export interface FoundSource {
  prepared: Prepared;
  /** In which state it is found. */
  as: Exclude<KnowledgeSourceStatus, 'processing'>;
  revision: number;
}

export interface FaqRecord extends KnowledgeFaq {
  prepared: Prepared;
  revision: number;
}

/** What the mock remembers of the knowledge of one tenant. */
export class KnowledgeState {
  readonly urlSources: UrlSources | undefined;
  readonly sources = new Map<string, SourceRecord>();
  readonly faqs = new Map<string, FaqRecord>();
  /** Pages that are being fetched. */
  readonly underway = new Set<Promise<void>>();
  #revisions = 0;

  constructor(urlSources: UrlSources | undefined) {
    this.urlSources = urlSources;
  }

  /** What is found has changed: the newest has the highest number. */
  newRevision(): number {
    this.#revisions += 1;
    return this.#revisions;
  }

  clear(): void {
    this.sources.clear();
    this.faqs.clear();
    this.underway.clear();
    this.#revisions = 0;
  }
}
