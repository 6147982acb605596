import { type ReactNode, useEffect, useRef } from 'react';
import { useTitle } from '../brand.ts';
import { BrandMark, SupportLink } from '../ui/brand-mark.tsx';
import css from './entry.module.css';

/** The frame of the pages before the sign-in. */
export function Entry({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(title);
  useTitle(title);
  useEffect(() => {
    const isNext = last.current !== title;
    last.current = title;
    // What had the focus is gone.
    if (isNext && document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <main className={css['entry']}>
      <div className={css['card']}>
        <p className={css['brand']}>
          <BrandMark size={28} />
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
        <SupportLink />
      </div>
    </main>
  );
}

/**
 * The token of a one-time link. Browsers do not send the part after # to servers. The page that follows replaces the link
 * in the history.
 */
export function tokenOfLink(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}
