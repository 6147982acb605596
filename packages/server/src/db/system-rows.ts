import { perCall, type SystemStatement } from './statement.ts';

/**
 * Returns a statement that reads rows of all tenants, or changes and returns them. Its SQL is the same for both
 * databases, and uses each of `$1`, `$2` … once, in this order.
 */
export function systemRows<Input, Row>(
  name: string,
  { access, text }: { access: 'read' | 'write'; text: string },
  valuesOf: (input: Input) => readonly unknown[],
): SystemStatement<Input, readonly Row[]> {
  const textOfSqlite = text.replaceAll(/\$\d+/g, '?');
  return {
    name,
    scope: 'system',
    access,
    sqlite: (db, { input }) => db.prepare(textOfSqlite).all(...valuesOf(input)) as Row[],
    postgres: perCall((db, { input }) => db.rows<Row>(name, text, valuesOf(input))),
  };
}
