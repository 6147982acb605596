import { readFileSync } from 'node:fs';

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  /** Such as `contacts.update`. */
  readonly id: string;
  readonly method: string;
  /** Such as `/contacts/{id}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** Valid bodies that the OpenAPI document shows. */
  readonly examples: readonly unknown[];
  /** The response schema of each status; `bytes` when the response is not JSON, and null when it has no body. */
  readonly answers: ReadonlyMap<number, Schema | 'bytes' | null>;
  /** The schema of responses with a status that the operation does not list. */
  readonly failure: Schema;
  /** Whether only the console has the operation. Its bodies are not compared with a published document. */
  readonly isOfConsole?: boolean;
}

interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, unknown>>;
}
interface Content {
  /** The content of a response. Files have other types than JSON. */
  readonly content?: { readonly 'application/json'?: Media };
}
interface RawOperation {
  readonly operationId: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

/**
 * The OpenAPI document as a client sees it. This code does not use the contract from which the document is generated.
 */
export class Document {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly #root: Schema;

  /** Reads the document. `further` are operations that it does not describe. */
  constructor(file: string, further: readonly Operation[] = []) {
    this.#root = JSON.parse(readFileSync(file, 'utf8'));
    const { paths, components } = this.#root as {
      paths: Record<string, Record<string, RawOperation>>;
      components: { schemas: Record<string, Schema> };
    };
    this.schemas = components.schemas;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => this.#operation(method, path, raw)),
    );
    this.operations = [...described, ...further];
  }

  /** Returns the target of a reference. Returns other values unchanged. */
  resolve<T>(value: unknown): T {
    const { $ref } = (value ?? {}) as { $ref?: string };
    if ($ref === undefined) return value as T;
    const keys = $ref.slice(2).split('/');
    return keys.reduce<unknown>((part, key) => (part as Schema)[key], this.#root) as T;
  }

  #operation(method: string, path: string, raw: RawOperation): Operation {
    const media = this.resolve<Content | undefined>(raw.requestBody)?.content?.['application/json'];
    const { default: other, ...listed } = raw.responses;
    const answers = Object.entries(listed).map(([status, answer]) => {
      const { content } = this.resolve<Content>(answer);
      const bytes = content && Object.keys(content).length > 0 ? 'bytes' : null;
      return [Number(status), content?.['application/json']?.schema ?? bytes] as const;
    });
    return {
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      parameters: (raw.parameters ?? []).map((parameter) => this.resolve<Parameter>(parameter)),
      body: media?.schema,
      examples: Object.values(media?.examples ?? {}).map(
        (example) => this.resolve<{ value: unknown }>(example).value,
      ),
      answers: new Map(answers),
      failure: this.resolve<Content>(other).content?.['application/json']?.schema ?? {},
    };
  }
}
