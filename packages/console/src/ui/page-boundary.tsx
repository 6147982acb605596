import { Component, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { Page } from './page.tsx';
import { Problem } from './problem.tsx';

const reloadedKey = 'parley-reloaded';

/** Shows the failure of a page. After an upgrade of the server, files of the old version are gone: reloads the page once. */
export class PageBoundary extends Component<{ children: ReactNode }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    if (!isMissingFile(error)) return { error };
    return {
      error: new Error('A file of the page cannot be loaded. Try again.', { cause: error }),
    };
  }

  override componentDidCatch(error: unknown) {
    if (isMissingFile(error) && !sessionStorage.getItem(reloadedKey)) this.#reload();
  }

  override componentDidMount() {
    // A page that stays for a minute has all its files.
    setTimeout(() => sessionStorage.removeItem(reloadedKey), 60_000);
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Page title="The page cannot be shown">
        <Problem error={this.state.error} onRetry={this.#reload} />
      </Page>
    );
  }

  /** Loads the page anew, unless the server is away: the browser would then show an error page of its own. */
  readonly #reload = () => {
    call('GET /setup').then(
      () => {
        sessionStorage.setItem(reloadedKey, 'true');
        location.reload();
      },
      (error: unknown) => this.setState({ error }),
    );
  };
}

function isMissingFile(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}
