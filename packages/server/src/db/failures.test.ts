import { expect, test } from 'vitest';
import { isConnectionLost, isUnavailable, storageFailure } from './failures.ts';

const lost = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EMFILE'];
const ended = ['08001', '08004', '08006', '25006', '25P03', '25P04', '57P01', '57P05'];

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

test.each(['EACCES', 'EPERM', 'ENOTDIR'])(
  'the error %s is a failure of the disk only when it names a path',
  (code) => {
    const ofFile = Object.assign(new Error('failed'), { code, path: '/srv/media' });
    const ofConnection = Object.assign(new Error('failed'), { code, address: '192.0.2.1' });
    expect([storageFailure(ofFile), isUnavailable(ofFile)]).toEqual(['disk', true]);
    expect(storageFailure(ofConnection)).toBeUndefined();
  },
);

test.each(['EEXIST', 'ENOENT'])(
  'the error %s is a failure of the disk for a new folder',
  (code) => {
    const error = Object.assign(new Error('failed'), { code, path: '/srv/media' });
    expect(storageFailure(Object.assign(error, { syscall: 'open' }))).toBeUndefined();
    expect(storageFailure(Object.assign(error, { syscall: 'mkdir' }))).toBe('disk');
  },
);

test.each(['23505', '42P01', '22012', undefined])('the error %s is no outage', (code) => {
  expect(isUnavailable(Object.assign(new Error('failed'), { code }))).toBe(false);
});
