import { expect, test } from 'vitest';
import { refuseContent } from '../src/index.ts';

const offer = (count: number, change: { id?: string; title?: string } = {}) => {
  const buttons = Array.from({ length: count }, (_, n) => ({ id: `id_${n}`, title: `Title ${n}` }));
  Object.assign(buttons.at(-1) ?? {}, change);
  const interactive = { kind: 'buttons', text: 'When?', buttons } as const;
  return { channelId: 'chn_1', to: '5511987654321', type: 'interactive', interactive } as const;
};

test.each([
  ['too many options', offer(4), 'There are 4 options; this channel allows 3.'],
  [
    'a title that is too long',
    offer(2, { title: 'A'.repeat(21) }),
    'The `title` of option 2 has 21 characters; this channel allows 20.',
  ],
  [
    'an ID that is too long',
    offer(3, { id: 'a'.repeat(257) }),
    'The `id` of option 3 has 257 characters; this channel allows 256.',
  ],
])('names the limit and the value for %s', (_, body, message) => {
  expect(refuseContent('whatsapp', body)).toMatchObject({ code: 'SVC-RULE-VIOLATION', message });
});
