/** One way in which an answer is not what the contract says. */
export interface ResponseIssue {
  /** Such as `data.0.status`; '' is the whole answer. */
  path: string;
  code: string;
  message: string;
}

/**
 * Says what is wrong with the data of a success; undefined when nothing is. `route` is the method and the path of the
 * contract, such as `GET /messages/:id`. `contractValidation` of `@parley/sdk/validate` makes one.
 */
export type ResponseValidator = (
  route: string,
  data: unknown,
) => readonly ResponseIssue[] | undefined;
