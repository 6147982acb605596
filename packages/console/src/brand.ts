import type { Brand } from '@parley/contract/console';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './api/call.ts';
import { queryClient } from './api/query-client.ts';

export const brandKey = ['brand'] as const;
const plain: Brand = {
  productName: null,
  logoUrl: null,
  supportUrl: null,
  colors: null,
  consoleUrl: null,
};

/** The links to logos work for 15 minutes. */
const everyMs = 600_000;

export const brandOptions = {
  queryKey: brandKey,
  // A page without its branding is better than none.
  queryFn: () => call('GET /brand').catch(() => plain),
  staleTime: everyMs,
  refetchInterval: everyMs,
};

/** Reads how the console looks before the sign-in, by the host, and after it, by the tenant. */
export function useBrandQuery() {
  return useQuery(brandOptions);
}

export function useBrand(): Brand {
  return useBrandQuery().data ?? plain;
}

/** Sets the title of the window. */
export function useTitle(title: string): void {
  const { productName } = useBrand();
  useEffect(() => {
    document.title = `${title} · ${productName ?? 'Parley'}`;
  }, [title, productName]);
}

/** Reads the branding again, after a sign-in or a change. */
export async function refreshBrand(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: brandKey });
}

const properties = {
  accent: '--accent',
  strong: '--accent-strong',
  soft: '--accent-soft',
} as const;

/** Sets the colors of the brand. The policy of the pages allows no inline styles, but does allow the CSSOM. */
export function showColors({ colors }: Brand): void {
  const { style } = document.documentElement;
  for (const name of ['accent', 'strong', 'soft'] as const) {
    if (!colors) style.removeProperty(properties[name]);
    else
      style.setProperty(
        properties[name],
        `light-dark(${colors.light[name]}, ${colors.dark[name]})`,
      );
  }
}
