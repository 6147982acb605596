import { Component, type ReactNode } from 'react';
import { Problem } from './problem.tsx';

const reloadedKey = 'parley-reloaded';

/** Shows the failure of a page. After an upgrade of the server, files of the old version are gone: reloads the page once. */
export class PageBoundary extends Component<{ children: ReactNode }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    const isMissingFile = error instanceof TypeError && /import|module/i.test(error.message);
    if (!isMissingFile || sessionStorage.getItem(reloadedKey)) return;
    sessionStorage.setItem(reloadedKey, 'true');
    location.reload();
  }

  override componentDidMount() {
    // A page that stays for a minute has all its files.
    setTimeout(() => sessionStorage.removeItem(reloadedKey), 60_000);
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <main>
        <Problem error={this.state.error} onRetry={() => location.reload()} />
      </main>
    );
  }
}
