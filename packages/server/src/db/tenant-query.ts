type Scalar = string | number | null;

type Column<Row> = keyof Row & string;
type Operator = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'like';

export interface Conditions<Row> {
  where(match: Partial<Row>): this;
  where(column: Column<Row>, value: Scalar): this;
  where(column: Column<Row>, operator: Operator, value: Scalar): this;
  where(group: (conditions: Conditions<Row>) => void): this;
  orWhere(match: Partial<Row>): this;
  orWhere(column: Column<Row>, value: Scalar): this;
  orWhere(column: Column<Row>, operator: Operator, value: Scalar): this;
  orWhere(group: (conditions: Conditions<Row>) => void): this;
  whereIn(column: Column<Row>, values: readonly Scalar[]): this;
  whereNotIn(column: Column<Row>, values: readonly Scalar[]): this;
  whereNull(column: Column<Row>): this;
  whereNotNull(column: Column<Row>): this;
  orWhereNull(column: Column<Row>): this;
  whereExists(query: TenantQuery<never>): this;
}

/** What a repository may ask of its tenant's rows. A join or a subquery takes another `db.select(…)`. */
export interface TenantQuery<Row> extends Conditions<Row>, PromiseLike<Row[]> {
  orderBy(column: Column<Row>, direction?: 'asc' | 'desc'): this;
  limit(rows: number): this;
  first(): PromiseLike<Row | undefined>;
  /** Locks the rows until the end of the transaction; SQLite's writer holds the whole database anyway. */
  forUpdate(): this;
}

export async function countRows<Row>(query: TenantQuery<Row>): Promise<number> {
  // TenantQuery is a Knex builder underneath; count is kept out of its surface because it changes the row type.
  const builder = query as unknown as {
    clearSelect(): { count(columns: Record<string, string>): PromiseLike<{ total: number }[]> };
  };
  const [row] = await builder.clearSelect().count({ total: '*' });
  return Number(row?.total ?? 0);
}
