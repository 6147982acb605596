import { expect, test } from 'vitest';
import { isConnectionLost, isUnavailable } from './failures.ts';

const lost = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EMFILE'];
const ended = ['08001', '08004', '08006', '25006', '25P03', '57P01', '57P05'];

test.each([...lost, ...ended])('the error %s means that the connection is lost', (code) => {
  const error = Object.assign(new Error('failed'), { code });
  expect([isConnectionLost(error), isUnavailable(error)]).toEqual([true, true]);
});

test.each(['53200', '58030', '57014', '40P01', '55P03'])(
  'the error %s means that a retry may succeed',
  (code) => {
    const error = Object.assign(new Error('failed'), { code });
    expect([isConnectionLost(error), isUnavailable(error)]).toEqual([false, true]);
  },
);

test.each(['23505', '42P01', '22012', undefined])('the error %s is no outage', (code) => {
  expect(isUnavailable(Object.assign(new Error('failed'), { code }))).toBe(false);
});
