/** The headers of a small response of our server, for measurements without a network. */
export const answerHeaders = new Headers({
  'content-type': 'application/json',
  'x-request-id': 'req_1',
  'ratelimit-limit': '600',
  'ratelimit-remaining': '599',
  'ratelimit-reset': '1',
  'ratelimit-policy': '600;w=60',
});
