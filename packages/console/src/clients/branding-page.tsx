import { call } from '../api/call.ts';
import { refresh, useOne } from '../api/use-one.ts';
import { refreshBrand } from '../brand.ts';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Card, Facts, Page } from '../ui/page.tsx';
import { Pending } from '../ui/problem.tsx';
import { notify } from '../ui/toast.tsx';

export function BrandingPage() {
  const agency = useOne('GET /agencies/current');
  if (!agency.data) return <Pending query={agency} />;
  const { productName, primaryColor, supportUrl, logoMediaId, domains } = agency.data.branding;
  return (
    <Page
      title="Branding"
      about="How the console and its mails look for your agency and for the clients that it creates."
    >
      <Card>
        <Form
          submit="Save branding"
          onSubmit={async (values) => {
            const logo = values.get('logo');
            const isNew = logo instanceof File && logo.size > 0;
            const uploaded = isNew && (await call('POST /media', { file: logo }));
            await call('PATCH /agencies/current', {
              body: {
                branding: {
                  productName: textOf(values, 'productName') ?? null,
                  primaryColor: textOf(values, 'primaryColor') ?? null,
                  supportUrl: textOf(values, 'supportUrl') ?? null,
                  ...(uploaded && { logoMediaId: uploaded.id }),
                },
              },
            });
            await Promise.all([refresh('GET /agencies/current'), refreshBrand()]);
            notify('The branding is changed.');
          }}
        >
          <TextField
            label="Name of the product"
            name="productName"
            maxLength={60}
            defaultValue={productName ?? ''}
            hint="Empty: Parley."
          />
          <TextField
            label="Color"
            name="primaryColor"
            placeholder="#1f883d"
            pattern="#[0-9a-fA-F]{6}"
            title="# and six hexadecimal digits"
            defaultValue={primaryColor ?? ''}
            hint="Buttons and links get it, darker or lighter where it would be hard to read."
          />
          <TextField
            label="Page with help"
            name="supportUrl"
            type="url"
            placeholder="https://"
            defaultValue={supportUrl ?? ''}
          />
          <TextField
            label="Logo"
            name="logo"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            hint={`An image of at most 1 MB.${logoMediaId === null ? '' : ' Choose another one to replace the present logo.'}`}
          />
        </Form>
      </Card>
      <Facts
        of={[['Domains', domains.join(', ') || 'none: an operator of the server adds them']]}
      />
    </Page>
  );
}
