// How an index is kept, for those who keep one.

export {
  analyzeDocument,
  countTerms,
  joinSpellings,
  joinTerms,
  splitSpellings,
  splitTerms,
} from './format/document.ts';
export { BlockDocuments, blockSize, readPostings, writePostings } from './format/postings.ts';
export { spellingsOf, wordsOf } from './format/spellings.ts';
export { analysisVersion } from './text/analyze.ts';
