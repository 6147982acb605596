// SQL about the unfinished jobs of an order key, which run one after the other. An index has only these, and a bound
// status would not find it.

/** The condition for the unfinished jobs with an order key. */
export const isUnfinished = (orderKey: string, job = 'jobs') =>
  `${job}.order_key = ${orderKey} and ${job}.order_key is not null and ${job}.status <> 'dead'`;

/** The rest of a query after its columns: the `older` jobs that must run before this one. */
export const olderThan = (job: string) => `
  from jobs as older
  where older.tenant_id = ${job}.tenant_id and older.order_key = ${job}.order_key
    and older.position < ${job}.position and older.status <> 'dead'`;
