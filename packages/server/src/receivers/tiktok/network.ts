import type { Network, Part } from '../items.ts';
import { fieldsOf, parseProviderJson, textOf } from '../provider-json.ts';
import { itemsOfEvent } from './items.ts';

// A body is one event of one business account. The text `content` is JSON and says what happened.

export const tiktok: Network = {
  partsOf(body) {
    const externalId = textOf(fieldsOf(body)['user_openid']);
    return externalId === undefined ? [] : [{ externalId, body } satisfies Part];
  },

  itemsOf(body) {
    const { event, content, create_time: createdAt, user_openid: business } = fieldsOf(body);
    const parsed = typeof content === 'string' ? parseProviderJson(content) : content;
    const items = itemsOfEvent(String(event), fieldsOf(parsed), { business, createdAt });
    return items.map((item) => ({ item, fragment: body }));
  },
};
