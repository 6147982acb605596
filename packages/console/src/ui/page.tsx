import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../brand.ts';
import css from './page.module.css';
import { Pending, type Query, type Up } from './problem.tsx';

interface PageProps {
  title: string;
  /** What the page is for, in a sentence or two. */
  about?: ReactNode;
  /** The page above this one. */
  up?: Up | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** The first page after the load of the document leaves the focus at its beginning: the next Tab shows the skip link. */
let isFirst = true;

export function Page({ title, about, up, actions, children }: PageProps) {
  useTitle(title);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    // The link that led here may be gone, and its page may have been scrolled.
    if (!isFirst) {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    isFirst = false;
  }, []);
  return (
    <main ref={main} id="main" className={css['page']} tabIndex={-1}>
      {up && (
        <p>
          <Link href={up.href}>← {up.label}</Link>
        </p>
      )}
      <div className={css['head']}>
        <div>
          <h1>{title}</h1>
          {about && <p className={css['about']}>{about}</p>}
        </div>
        {actions && <div className={css['actions']}>{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/**
 * Returns the page of a record whose answer is pending or has failed. It is no component: the `Page` stays the same
 * element when the answer arrives, and does not take the focus again.
 */
export function pendingPage(title: string, query: Query, up?: Up) {
  return (
    <Page title={title} up={up}>
      <Pending query={query} up={up} />
    </Page>
  );
}

export function Section({
  title,
  actions,
  children,
}: Pick<PageProps, 'title' | 'actions' | 'children'>) {
  return (
    <section className={css['section']}>
      <div className={css['head']}>
        <h2>{title}</h2>
        {actions && <div className={css['actions']}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Names and values of a record. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css['facts']}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Json({ label, value }: { label: string; value: unknown }) {
  return (
    // A keyboard can scroll what can have the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className={css['json']} aria-label={label} tabIndex={0}>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className={css['actions']}>{children}</div>;
}

export function Card({ children }: { children: ReactNode }) {
  return <div className={css['card']}>{children}</div>;
}
