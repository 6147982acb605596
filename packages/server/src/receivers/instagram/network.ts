import { kept, type Network, type ParsedItem, type Part } from '../items.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../provider-json.ts';
import { itemOf } from './items.ts';

// A body has entries, one for each account. The events of an account are in `messaging`; in `standby` when another app
// has the conversation; in `changes` when they come from the test button of the dashboard.

const object = 'instagram';

export const instagram: Network = {
  partsOf(body) {
    if (fieldsOf(body)['object'] !== object) return [];
    const parts = new Map<string, Fields[]>();
    for (const entry of listOf(fieldsOf(body)['entry'])) {
      const externalId = textOf(entry['id']);
      if (externalId === undefined) continue;
      const entries = parts.get(externalId);
      if (entries) entries.push(entry);
      else parts.set(externalId, [entry]);
    }
    return [...parts].map(([externalId, entry]): Part => ({ externalId, body: { object, entry } }));
  },

  itemsOf(body) {
    return listOf(fieldsOf(body)['entry']).flatMap((entry) => {
      const { id, time, messaging, standby, changes, ...others } = entry;
      const parsed = (event: Fields, field = ''): ParsedItem => ({
        item: itemOf(event, { field, business: id }),
        fragment: { object, entry: [{ id, time, ...eventsOf(event, field) }] },
      });
      const found = [
        ...listOf(messaging).map((event) => parsed(event)),
        ...listOf(standby).map((event) => parsed(event)),
        ...listOf(changes).map(({ field, value }) => parsed(fieldsOf(value), String(field))),
      ];
      if (found.length > 0) return found;
      const about = Object.keys(others)[0] ?? 'entry without events';
      return [{ item: kept(about), fragment: { object, entry: [entry] } }];
    });
  },
};

function eventsOf(event: Fields, field: string): Fields {
  return field === '' ? { messaging: [event] } : { changes: [{ field, value: event }] };
}
