import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

interface Contact {
  tenant_id: string;
  id: string;
  phone: string;
}

const batch = 1_000;

// Countries whose mobile numbers have a long and a short form, as known at the time of this migration: its result must
// not change with the code.
const short: readonly [RegExp, string][] = [
  [/^\+55(\d\d)([6-9]\d{7})$/, '+55$19$2'],
  [/^\+54(\d{10})$/, '+549$1'],
  [/^\+52(\d{10})$/, '+521$1'],
];

/**
 * Adds `phone_key` to contacts. It is equal for the short and the long form of a mobile number, such as
 * +55 11 8765 4321 and +55 11 9 8765 4321. If two contacts of a tenant have the two forms, both keep their numbers and
 * get different keys.
 */
export const phoneKeys: Migration = {
  name: '0030-phone-keys',
  async up(knex, dialect) {
    await knex.schema.alterTable('contacts', (table) => {
      columnsOf(table, dialect).text('phone_key');
    });
    await knex('contacts').update({ phone_key: knex.raw('substr(phone, 2)') });
    for (let after = ['', '']; ; ) {
      const contacts: Contact[] = await knex('contacts')
        .select('tenant_id', 'id', 'phone')
        .whereRaw('(tenant_id, id) > (?, ?)', after)
        .where((one) => {
          for (const country of ['+55', '+54', '+52']) one.orWhere('phone', 'like', `${country}%`);
        })
        .orderBy(['tenant_id', 'id'])
        .limit(batch);
      for (const { tenant_id, id, phone } of contacts) {
        const [form, long] = short.find(([one]) => one.test(phone)) ?? [];
        if (!form || !long) continue;
        const phone_key = phone.replace(form, long).slice(1);
        const taken = await knex('contacts').where({ tenant_id, phone_key }).first('id');
        if (!taken) await knex('contacts').where({ tenant_id, id }).update({ phone_key });
      }
      const last = contacts.at(-1);
      if (!last || contacts.length < batch) break;
      after = [last.tenant_id, last.id];
    }
    await knex.schema.alterTable('contacts', (table) => {
      table.dropUnique(['tenant_id', 'phone'], 'contacts_phone');
      table.unique(['tenant_id', 'phone_key'], { indexName: 'contacts_phone' });
    });
  },
};
