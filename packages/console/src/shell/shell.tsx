import { Suspense, useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useSession } from '../session/session.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';
import { inactive } from '../ui/error-message.ts';
import { Page } from '../ui/page.tsx';
import { PageBoundary } from '../ui/page-boundary.tsx';
import { Loading } from '../ui/problem.tsx';
import { Account } from './account.tsx';
import { pagesFor } from './pages.ts';
import css from './shell.module.css';
import { Workspace } from './workspace.tsx';

/** The navigation beside the page; on narrow screens, above it behind a button. */
export function Shell() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const [location] = useLocation();
  const pages = pagesFor(session);
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#main">
        Skip to the page
      </a>
      <div className={css['column']}>
        <header className={css['bar']}>
          <Link href="/" className={css['brand'] ?? ''}>
            <BrandMark size={26} />
          </Link>
          <span className={css['menu']}>
            <Button
              aria-expanded={isOpen}
              aria-controls="navigation"
              onClick={() => setOpen(!isOpen)}
            >
              Menu
            </Button>
          </span>
        </header>
        <aside
          id="navigation"
          aria-label="Workspace and account"
          className={css['side']}
          data-open={isOpen}
        >
          <Workspace />
          <Navigation pages={pages} onNavigate={() => setOpen(false)} />
          <Account />
        </aside>
      </div>
      <div className={css['content']}>
        {session.tenant.status !== 'active' && (
          <aside
            aria-label="Status of the workspace"
            className={`${css['notice']} ${css['warning']}`}
          >
            {inactive(session.tenant.status)}
          </aside>
        )}
        {session.agency && (
          <aside aria-label="Access of an agency" className={css['notice']}>
            You work in <bdi>{session.tenant.name}</bdi> for <bdi>{session.agency.name}</bdi>. Its
            audit log names each of your changes.
          </aside>
        )}
        <PageBoundary key={location}>
          <Suspense fallback={<Loading />}>
            <Switch>
              {pages.map(({ path, component: Component }) => (
                <Route key={path} path={path}>
                  <Component />
                </Route>
              ))}
              <Route>
                <Page title="No such page">
                  <p>
                    The console has no page at this address, or your role does not show it.{' '}
                    <Link href="/">Go to the first page</Link>.
                  </p>
                </Page>
              </Route>
            </Switch>
          </Suspense>
        </PageBoundary>
      </div>
    </div>
  );
}

interface NavigationProps {
  pages: ReturnType<typeof pagesFor>;
  onNavigate: () => void;
}

function Navigation({ pages, onNavigate }: NavigationProps) {
  const [location] = useLocation();
  const shown = pages.filter(({ label }) => label !== undefined);
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <nav aria-label="Pages" className={css['nav']}>
      {groups.map((group) => (
        <div key={group ?? ''}>
          {group && <p className={css['group']}>{group}</p>}
          <ul className={css['links']}>
            {shown
              .filter((one) => one.group === group)
              .map(({ path, label }) => (
                <li key={path}>
                  <Link
                    href={path}
                    onClick={onNavigate}
                    aria-current={isWithin(location, path) ? 'page' : undefined}
                  >
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function isWithin(location: string, path: string): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`));
}
