// JSON Schema, as zod writes it, to TypeScript that a person would have written.

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: readonly (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  format?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  /** The values that are known: a newer server may know more, so requests may have others, too. */
  isOpen?: boolean;
  /** An option that is only there to be refused with a good error. */
  refused?: boolean;
}

export interface Style {
  /** Answers: the server may send values that this version does not know. */
  openEnums: boolean;
  /** Queries: one value may stand without its list. */
  singleValues: boolean;
  /** Requests: a Date may stand for its text. */
  dates: boolean;
  /** Requests: lists need not be writable. */
  readonlyLists: boolean;
  /** The schemas that references lead to, by name. */
  named: Record<string, JsonSchema>;
}

/** Whether a reference is replaced by its target: short types without a name. */
export function isInlined(
  schema: JsonSchema | undefined,
  { openEnums }: Pick<Style, 'openEnums'>,
): boolean {
  // Enums of requests are closed, so that a misspelt value does not compile; enums of responses keep their open type.
  if (schema?.isOpen) return false;
  if (schema?.enum) return !openEnums;
  if (schema?.anyOf) return schema.anyOf.every(isScalar);
  return isScalar(schema) || schema?.type === 'array';
}

/** Not an object, a list, or a choice of values. */
function isScalar(schema: JsonSchema | undefined): boolean {
  return ['string', 'number', 'integer', 'boolean', 'null'].includes(String(schema?.type));
}

/** `interface` for an object, `type` for anything else, each with its docstring. */
export function declaration(name: string, schema: JsonSchema, style: Style): string {
  const doc = docstring(schema.description, '');
  const isPlainObject = schema.properties !== undefined && !choicesOf(schema);
  if (isPlainObject) return `${doc}export interface ${name} ${objectType(schema, style, '')}\n`;
  return `${doc}export type ${name} = ${typeOf(schema, style, '')};\n`;
}

export function typeOf(schema: JsonSchema, style: Style, indent: string): string {
  if (schema.$ref) {
    const target = style.named[schema.$ref];
    return target && isInlined(target, style) ? typeOf(target, style, indent) : schema.$ref;
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return enumType(schema.enum, schema.isOpen || style.openEnums);
  const choices = choicesOf(schema);
  if (choices) return unionType(choices, style, indent);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return unionType(options, style, indent);
  if (Array.isArray(schema.type)) {
    return unionType(
      schema.type.map((type) => ({ ...schema, type })),
      style,
      indent,
    );
  }
  return namedType(schema, style, indent);
}

export function docstring(text: string | undefined, indent: string): string {
  if (!text) return '';
  const safe = text.replaceAll('*/', '*\\/');
  const line = `${indent}/** ${safe} */`;
  if (line.length <= 100) return `${line}\n`;
  return `${indent}/**\n${wrap(safe, 96 - indent.length)
    .map((part) => `${indent} * ${part}\n`)
    .join('')}${indent} */\n`;
}

function namedType(schema: JsonSchema, style: Style, indent: string): string {
  switch (schema.type) {
    case 'string':
      return style.dates && schema.format === 'date-time' ? 'string | Date' : 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayType(schema.items ?? {}, style, indent);
    case 'object':
      return schema.properties
        ? objectType(schema, style, indent)
        : recordType(schema, style, indent);
    default:
      return 'unknown';
  }
}

function enumType(values: NonNullable<JsonSchema['enum']>, isOpen: boolean): string {
  const known = values.map(literal);
  const open = isOpen && values.some((value) => typeof value === 'string');
  return [...known, ...(open ? ['(string & {})'] : [])].join(' | ');
}

function unionType(options: JsonSchema[], style: Style, indent: string): string {
  const accepted = options.filter((option) => !option.refused);
  const types = accepted.map((option) => typeOf(option, style, indent));
  const isPart = (type: string) =>
    types.some((other) => other !== type && other.split(' | ').includes(type));
  return [...new Set(types)].filter((type) => !isPart(type)).join(' | ');
}

/**
 * Returns an object for each alternative of required fields, such as an ID or a URL. It refuses the fields that only the
 * other alternatives have. Undefined for an object without alternatives.
 */
function choicesOf({ oneOf, ...schema }: JsonSchema): JsonSchema[] | undefined {
  if (!oneOf || !schema.properties) return undefined;
  const names = oneOf.flatMap(({ required = [] }) => required);
  return oneOf.map(({ required = [] }) => ({
    ...schema,
    required: [...(schema.required ?? []), ...required],
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [
        name,
        names.includes(name) && !required.includes(name) ? { refused: true } : property,
      ]),
    ),
  }));
}

function arrayType(items: JsonSchema, style: Style, indent: string): string {
  const item = typeOf(items, { ...style, singleValues: false }, indent);
  if (style.singleValues) return `OneOrMany<${item}>`;
  const list = /[|&]|^readonly /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  return style.readonlyLists ? `readonly ${list}` : list;
}

function recordType(schema: JsonSchema, style: Style, indent: string): string {
  const value = schema.additionalProperties;
  return `Record<string, ${typeof value === 'object' ? typeOf(value, style, indent) : 'unknown'}>`;
}

function objectType(schema: JsonSchema, style: Style, indent: string): string {
  const inner = `${indent}  `;
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    if (property.refused) return `${inner}${name}?: undefined;\n`;
    const type = typeOf(property, style, inner);
    const optional = !required.has(name);
    const description = property.description ?? style.named[property.$ref ?? '']?.description;
    return `${docstring(description, inner)}${inner}${name}${optional ? '?' : ''}: ${type}${optional ? ' | undefined' : ''};\n`;
  });
  if (typeof schema.additionalProperties === 'object')
    lines.push(`${inner}[key: string]: unknown;\n`);
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
