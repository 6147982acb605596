// The storage format of an index.

export {
  analyzeDocument,
  countTerms,
  joinSpellings,
  joinTerms,
  type Spellings,
  splitSpellings,
  splitTerms,
} from './format/document.ts';
export {
  BlockDocuments,
  blockSize,
  type Entry,
  editPostings,
  type ListEdit,
  readPostings,
  writePostings,
} from './format/postings.ts';
export { spellingsOf, wordsOf } from './format/spellings.ts';
export { analysisVersion } from './text/analyze.ts';
