import type { Contact } from '@parley/contract';
import { expect, test } from 'vitest';
import { anImport } from './contact-imports.fixtures.ts';
import type { Query } from './http.ts';
import { aContact, aCustomField, allOf, createScene, type Scene } from './scene.ts';
import type { Target } from './target.ts';

const columns =
  'id,name,firstName,lastName,phone,email,externalId,language,country,timezone,lifecycle,tags,marketingConsent,allConsent,metadata';

export function testExports(target: () => Target): void {
  test('a file has a mark of UTF-8, every contact of the filters and no formula', async () => {
    const scene = await createScene(target());
    await aCustomField(scene, { key: 'seats', type: 'number' });
    await aCustomField(scene, { key: 'plan' });
    const ana = await aContact(scene, {
      name: '=1+1',
      lastName: 'Lima, "Ána"\nSouza',
      phone: '+14155550123',
      externalId: '-7',
      tags: ['a;b', 'vip'],
      customFields: { seats: -2.5 },
      metadata: { plan: '@x' },
    });
    await aContact(scene, { name: 'Bo' });
    const { headers, text } = await exported(scene, { tag: 'vip', q: 'Souza' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="contacts.csv"');
    expect(headers.get('accept-ranges')).toBeNull();
    const cells = `${ana.id},'=1+1,,"Lima, ""Ána""\nSouza",+14155550123,,'-7,,,,lead,"a\\;b;vip",unknown,unknown,"{""plan"":""@x""}",'-2.5,`;
    const header = `\ufeff${columns},customFields.seats,customFields.plan\r\n`;
    expect(text).toBe(`${header}${cells}\r\n`);
    const none = await exported(scene, { tag: 'none' });
    expect(none.text).toBe(header);
  });

  test('the import of an exported file changes no contact, and makes the same ones in another tenant', async () => {
    const scene = await createScene(target());
    const other = await createScene(target());
    const options = ['red', 'a;b', '=x'];
    const colours = { key: 'colours', type: 'multiselect', options } as const;
    const [{ id: fieldId }] = await Promise.all([
      aCustomField(scene, colours),
      aCustomField(other, colours),
    ]);
    const hostile = ["'=x", '+x', '\\;"', '-', 'ção 李雷 😀', ' a\r\nb,\tc ', '@'];
    for (const [at, name] of hostile.entries()) {
      const { id } = await aContact(scene, {
        name,
        externalId: `${name.trim()}${at}`,
        email: `c${at}@example.com`,
        tags: [name, `tag ${at}`],
        lifecycle: 'customer',
        customFields: { colours: ['a;b', '=x'] },
        metadata: { text: name, number: 0.1, yes: true },
      });
      if (at === 0) {
        await scene.api.contacts.optOut({ params: { id }, body: { scope: 'all' } });
        await scene.api.contacts.optIn({ params: { id }, body: { scope: 'marketing' } });
      }
    }
    // Contacts keep an option that is removed.
    await scene.api.customFields.update({ params: { id: fieldId }, body: { options: ['a;b'] } });
    const { text } = await exported(scene);
    const before = await contactsOf(scene);
    const again = await anImport(scene, Buffer.from(text));
    expect(again).toMatchObject({ updated: hostile.length, created: 0, failed: 0 });
    expect(await contactsOf(scene)).toEqual(before);

    const moved = await anImport(other, Buffer.from(text));
    expect(moved).toMatchObject({ created: hostile.length, failed: 0 });
    const shown = (contacts: readonly Contact[]) =>
      contacts
        .map(({ id, source, consent, createdAt, updatedAt, ...same }) => ({
          ...same,
          consent: [consent.marketing.status, consent.all.status],
        }))
        .sort((a, b) => String(a.email).localeCompare(String(b.email)));
    expect(shown(await contactsOf(other))).toEqual(shown(before));
  });
}

async function exported(scene: Scene, query: Query = {}) {
  return await scene.call('contacts.export', { query });
}

async function contactsOf(scene: Scene): Promise<Contact[]> {
  return await allOf((request) => scene.api.contacts.list(request));
}
