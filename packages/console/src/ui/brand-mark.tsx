import { useState } from 'react';
import { useBrand } from '../brand.ts';

/** The logo and the name of the product. */
export function BrandMark({ size }: { size: number }) {
  const { productName, logoUrl } = useBrand();
  const [failed, setFailed] = useState<string | null>(null);
  const src = logoUrl === null || logoUrl === failed ? '/icon.svg' : logoUrl;
  return (
    <>
      <img src={src} alt="" height={size} onError={() => setFailed(logoUrl)} />{' '}
      <bdi>{productName ?? 'Parley'}</bdi>
    </>
  );
}

/** A link to the help of the agency, if it has any. */
export function SupportLink() {
  const { supportUrl } = useBrand();
  if (supportUrl === null) return null;
  return (
    <p>
      <a href={supportUrl} rel="noreferrer">
        Get help
      </a>
    </p>
  );
}
