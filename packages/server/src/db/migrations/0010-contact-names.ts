import type { Migration } from '../migrate.ts';

interface Contact {
  tenant_id: string;
  id: string;
  name: string | null;
  first_name: string | null;
  last_name: string | null;
  search_key: string;
}

const batch = 1_000;

/** Removes case and accents as the code did at the time of this migration: its result must not change with the code. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '');
}

/** Builds the name of contacts without one from their first and last names, and lets searches find these. */
export const contactNames: Migration = {
  name: '0010-contact-names',
  async up(knex) {
    for (let after = ['', '']; ; ) {
      const contacts: Contact[] = await knex('contacts')
        .select('tenant_id', 'id', 'name', 'first_name', 'last_name', 'search_key')
        .whereRaw('(tenant_id, id) > (?, ?)', after)
        .whereRaw('coalesce(first_name, last_name) is not null')
        .orderBy(['tenant_id', 'id'])
        .limit(batch);
      for (const { tenant_id, id, ...contact } of contacts) {
        const full = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
        const search_key = [contact.search_key, fold(full)].filter(Boolean).join('\n');
        const named = contact.name === null ? { name_key: fold(full) } : {};
        await knex('contacts')
          .where({ tenant_id, id })
          .update({ search_key, ...named });
        if (contact.name !== null) continue;
        const shown = { contact_name: full };
        await knex('conversations').where({ tenant_id, contact_id: id }).update(shown);
      }
      const last = contacts.at(-1);
      if (!last || contacts.length < batch) return;
      after = [last.tenant_id, last.id];
    }
  },
};
