import ts from 'typescript';

/**
 * Returns a source of the contract without its `.describe(…)` and the texts of its records and routes, and with `{}` for
 * its examples. `keepValues` keeps the examples and all properties: the answers of the mocks have values of both.
 */
export function withoutDocumentation(source: string, { keepValues = false } = {}): string {
  const file = ts.createSourceFile('contract.ts', source, ts.ScriptTarget.Latest, true);
  const cuts: { from: number; to: number; put?: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (isDescribed(node)) cuts.push({ from: node.expression.expression.end, to: node.end });
    else if (isProse(node)) cuts.push({ from: node.getStart(), to: node.end, put: "''" });
    else if (!keepValues && isEventText(node))
      cuts.push({ from: node.getStart(), to: node.end, put: "''" });
    else if (!keepValues && isText(node))
      cuts.push({ from: node.getFullStart(), to: endWithComma(source, node) });
    if (!keepValues && isExample(node))
      cuts.push({ from: node.getStart(), to: node.end, put: '{}' });
    else node.forEachChild(visit);
  };
  visit(file);
  return cuts
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, put = '' }) => text.slice(0, from) + put + text.slice(to), source);
}

function endWithComma(source: string, { end }: ts.Node): number {
  const comma = /^\s*,/.exec(source.slice(end))?.[0] ?? '';
  return end + comma.length;
}

function isDescribed(
  node: ts.Node,
): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return node.expression.name.text === 'describe';
}

/** The value of `const contactExample =`, `contactExamples =` or `contactEventExamples =`. */
function isExample(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent || !ts.isVariableDeclaration(parent) || parent.initializer !== node) return false;
  return /Examples?$/.test(parent.name.getText());
}

/**
 * The description in `named('A person.', …)`, `textOrNull('Name.')` or `textSearch('the name')`, or the summary in
 * `routes.get('Get a person')`.
 */
function isProse(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) || !node.text.includes(' ')) return false;
  return (
    ts.isCallExpression(node.parent) &&
    /^(named|(?:text|time|id)OrNull|(?:text|contact)Search|routes\.\w+)$/.test(
      node.parent.expression.getText(),
    )
  );
}

/** The description of an event in `eventsOf(person, { 'person.created': 'A person was added.' })`. */
function isEventText(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent || !ts.isPropertyAssignment(parent) || parent.initializer !== node) return false;
  const call = parent.parent.parent;
  return ts.isCallExpression(call) && call.expression.getText() === 'eventsOf';
}

function isText(node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name)) return false;
  return (
    ['summary', 'description'].includes(node.name.text) && ts.isStringLiteralLike(node.initializer)
  );
}
