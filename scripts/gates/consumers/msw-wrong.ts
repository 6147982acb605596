import { createMock } from '@parley/msw';

export const key: number = createMock().apiKey;
