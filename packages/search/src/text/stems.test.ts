import { expect, test } from 'vitest';
import { commonTerms } from './common-words.ts';
import { fold } from './fold.ts';
import { type Analyzer, analyzerOf, analyzers, isAnalyzer, termOf } from './stems.ts';

test.each<[Analyzer, string[]]>([
  ['en', ['refund', 'refunds', 'refunded', 'refunding']],
  ['en', ['abolition', 'abolitions']],
  ['es', ['configuración', 'configuraciones', 'configuracion']],
  ['es', ['tecnología', 'tecnologías', 'tecnologia']],
  ['es', ['devolución', 'devoluciones']],
  ['pt', ['informação', 'informações', 'informacao', 'informacoes']],
  ['pt', ['opção', 'opções', 'opcao']],
  ['fr', ['numéro', 'numéros', 'numero']],
  ['fr', ['sécurité', 'securite']],
  ['de', ['Bestellung', 'Bestellungen']],
  ['de', ['Passwort', 'Passwörter']],
  ['it', ['spedizione', 'spedizioni']],
  ['nl', ['bestelling', 'bestellingen']],
])('%s: %j are one term, with and without accents', (analyzer, words) => {
  expect(new Set(words.map((word) => termOf(fold(word), analyzer))).size).toBe(1);
});

test('the first subtag selects the language; languages without a stemmer keep words unchanged', () => {
  expect(analyzerOf('pt-BR')).toBe('pt');
  expect(analyzerOf('EN')).toBe('en');
  expect(analyzerOf('pl')).toBe('none');
  expect(analyzerOf('')).toBe('none');
  expect(analyzerOf('constructor')).toBe('none');
  expect(analyzers.every(isAnalyzer)).toBe(true);
  expect(isAnalyzer('toString')).toBe(false);
  expect(termOf('bestellungen', 'none')).toBe('bestellungen');
});

test('words of other scripts and single letters are not stemmed', () => {
  for (const word of ['東京', 'я', 'x', '19', 'हिन्दी']) {
    for (const analyzer of analyzers) expect(termOf(word, analyzer)).toBe(word);
  }
});

test('knows the common words of the given languages, as terms', () => {
  expect(commonTerms(['en'])('when')).toBe(true);
  expect(commonTerms(['en'])('refund')).toBe(false);
  expect(commonTerms(['es'])('when')).toBe(false);
  expect(commonTerms(['es', 'en'])('when')).toBe(true);
  expect(commonTerms(['none'])('the')).toBe(false);
});
