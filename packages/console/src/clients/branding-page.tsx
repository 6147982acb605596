import type { Agency } from '@parley/contract/schemas';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refresh, useOne } from '../api/use-one.ts';
import { refreshBrand } from '../brand.ts';
import { ChoiceField, TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Card, Facts, Page, pendingPage } from '../ui/page.tsx';
import { notify } from '../ui/toast.tsx';

export function BrandingPage() {
  const agency = useOne('GET /agencies/current');
  if (!agency.data) return pendingPage('Branding', agency);
  const { branding } = agency.data;
  return (
    <Page
      title="Branding"
      about="How the console and its mails look for your agency and for the clients that it creates."
    >
      <Card>
        <BrandingForm present={branding} />
      </Card>
      <Facts of={[['Domains', branding.domains.join(', ') || 'none']]} />
    </Page>
  );
}

/** The fields keep the values of the moment when the page was opened or saved, also when others change them meanwhile. */
function BrandingForm({ present }: { present: Agency['branding'] }) {
  const [shown, setShown] = useState(present);
  const { productName, primaryColor, supportUrl, logoMediaId } = shown;
  return (
    <Form
      submit="Save branding"
      onSubmit={async (values, once) => {
        const logo = values.get('logo');
        const isNew = logo instanceof File && logo.size > 0;
        const uploaded = isNew && (await once('POST /media', { file: logo }));
        // Only what the person changed: somebody else may have changed the other fields since the page read them.
        const changed = (['productName', 'primaryColor', 'supportUrl'] as const)
          .map((name) => [name, textOf(values, name) ?? null] as const)
          .filter(([name, value]) => value !== shown[name]);
        const branding = {
          ...Object.fromEntries(changed),
          ...(values.has('removeLogo') && { logoMediaId: null }),
          ...(uploaded && { logoMediaId: uploaded.id }),
        };
        const saved = await call('PATCH /agencies/current', { body: { branding } });
        setShown(saved.branding);
        await Promise.all([refresh('GET /agencies/current'), refreshBrand()]);
        notify('The branding is changed.');
      }}
    >
      <TextField
        key={`name ${productName}`}
        label="Name of the product"
        name="productName"
        maxLength={60}
        defaultValue={productName ?? ''}
        hint="Empty: Parley."
      />
      <TextField
        key={`color ${primaryColor}`}
        label="Color"
        name="primaryColor"
        placeholder="#1f883d"
        pattern="#[0-9a-fA-F]{6}"
        title="# and six hexadecimal digits"
        defaultValue={primaryColor ?? ''}
        hint="Buttons and links get it, darker or lighter where it would be hard to read."
      />
      <TextField
        key={`page ${supportUrl}`}
        label="Page with help"
        name="supportUrl"
        type="url"
        placeholder="https://"
        defaultValue={supportUrl ?? ''}
      />
      <TextField
        key={`logo ${logoMediaId}`}
        label="Logo"
        name="logo"
        type="file"
        accept="image/png,image/jpeg"
        hint={`A JPEG or PNG image of at most 1 MB.${logoMediaId === null ? '' : ' Choose another one to replace the present logo.'}`}
      />
      {logoMediaId !== null && (
        <ChoiceField
          key={`present ${logoMediaId}`}
          label="Present logo"
          name="removeLogo"
          type="checkbox"
          options={[{ value: 'yes', label: 'Remove logo' }]}
        />
      )}
    </Form>
  );
}
