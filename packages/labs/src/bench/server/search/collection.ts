import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  shopFaqQuestions,
  shopFaqs,
  shopSourceQuestions,
  shopSources,
} from '@parley/conformance/shop';

/** A collection for measuring a search: the records to search, and queries with their right results. */
export interface Collection {
  readonly name: string;
  readonly kind: 'faqs' | 'sources';
  readonly documents: readonly Document[];
  readonly queries: readonly Query[];
  /** Returns whether the weights were chosen with the query at this place. */
  isTunedOn(place: number): boolean;
}

export interface Document {
  readonly id: string;
  readonly language: string;
  /** The title of a source, or the question of an FAQ. */
  readonly title: string;
  readonly alternateQuestions?: readonly string[];
  /** The text of a source, or the answer of an FAQ. */
  readonly body: string;
  readonly format: 'text' | 'markdown' | 'html';
}

export interface Query {
  readonly q: string;
  readonly relevant: ReadonlySet<string>;
}

/** Returns the public collections in the folder PARLEY_TEST_DATA; without it, the example shop of this repository. */
export function readCollections(): Collection[] {
  const folder = folderOfCollections();
  if (folder) return [readCovidFaq(folder), readCranfield(folder)];
  return [faqsOfShop(), sourcesOfShop()];
}

function folderOfCollections(): string | undefined {
  const named = process.env['PARLEY_TEST_DATA'];
  if (!named) return undefined;
  const folder = [named, join(named, 'retrieval')].find((one) => existsSync(join(one, 'covidfaq')));
  if (!folder) throw new Error(`PARLEY_TEST_DATA names ${named}, which holds no covidfaq`);
  return folder;
}

export function faqsOfShop(): Collection {
  const documents = shopFaqs.map(({ question, answer, ...rest }) => ({
    ...rest,
    title: question,
    body: answer,
    format: 'markdown' as const,
  }));
  const queries = queriesOf(shopFaqQuestions);
  return { name: 'shop FAQs', kind: 'faqs', documents, queries, isTunedOn: () => false };
}

export function sourcesOfShop(): Collection {
  const documents = shopSources.map(({ content, ...rest }) => ({ ...rest, body: content }));
  const queries = queriesOf(shopSourceQuestions);
  return { name: 'shop sources', kind: 'sources', documents, queries, isTunedOn: () => false };
}

function queriesOf(questions: Readonly<Record<string, readonly string[]>>): Query[] {
  return Object.entries(questions).flatMap(([id, asked]) =>
    asked.map((q) => ({ q, relevant: new Set([id]) })),
  );
}

interface CovidPair {
  readonly query_type: string;
  readonly question: string;
  readonly answer: string;
}

/** Reads the Covid FAQ collection. The right FAQ for a question is the one with its answer. */
function readCovidFaq(folder: string): Collection {
  const text = readFileSync(join(folder, 'covidfaq/query_answer_pairs.json'), 'utf8');
  // The file has its own format, which its README describes.
  const pairs = JSON.parse(text) as CovidPair[];
  const faqs = pairs.filter((pair) => pair.query_type === 'faq');
  const documents = faqs.map(({ question, answer }, index) => ({
    id: `faq-${String(index).padStart(3, '0')}`,
    language: 'en',
    title: question,
    body: answer,
    format: 'markdown' as const,
  }));
  const queries = pairs
    .filter((pair) => pair.query_type !== 'faq')
    .map(({ question, answer }) => ({
      q: question,
      relevant: new Set(documents.filter(({ body }) => body === answer).map(({ id }) => id)),
    }));
  const isTunedOn = (place: number) => place % 3 === 0;
  return { name: 'CovidFAQ', kind: 'faqs', documents, queries, isTunedOn };
}

/**
 * Reads the Cranfield collection. Query n is the n-th of its file, whatever its number; codes above 0 mean relevant.
 */
function readCranfield(folder: string): Collection {
  const read = (file: string) =>
    readFileSync(join(folder, 'cranfield', file), 'utf8').replaceAll('\r', '');
  const records = (text: string) => text.split(/^\.I /m).slice(1);
  const documents = records(read('cran.all.1400')).map((record) => ({
    id: `doc-${(/^\d+/.exec(record)?.[0] ?? '').padStart(4, '0')}`,
    language: 'en',
    title: field(record, 'T'),
    body: field(record, 'W'),
    format: 'text' as const,
  }));
  const relevant = new Map<number, Set<string>>();
  for (const line of read('cranqrel').trim().split('\n')) {
    const [query = 0, document = 0, code = 0] = line.trim().split(/\s+/).map(Number);
    if (code <= 0) continue;
    const known = relevant.get(query) ?? new Set();
    relevant.set(query, known.add(`doc-${String(document).padStart(4, '0')}`));
  }
  const queries = records(read('cran.qry')).map((record, index) => ({
    q: field(record, 'W'),
    relevant: relevant.get(index + 1) ?? new Set<string>(),
  }));
  return { name: 'Cranfield', kind: 'sources', documents, queries, isTunedOn: () => true };
}

/** Returns a field of a record as one paragraph. Line breaks in it have no meaning. */
function field(record: string, name: string): string {
  const text = new RegExp(`^\\.${name}\\n([\\s\\S]*?)(?=^\\.[A-Z]$|(?![\\s\\S]))`, 'm').exec(
    record,
  );
  return (text?.[1] ?? '').replace(/\s+/g, ' ').trim();
}
