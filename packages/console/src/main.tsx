import './ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { brandOptions } from './brand.ts';
import { sessionOptions } from './session/session.ts';
import { applyTheme } from './theme.ts';
import { RevealedResult } from './ui/reveal.tsx';
import { Toasts } from './ui/toast.tsx';

applyTheme();
// Both requests run at the same time, so that a page appears earlier.
void queryClient.prefetchQuery(brandOptions);
void queryClient.prefetchQuery(sessionOptions);
const container = document.getElementById('app');
if (container) {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
        <RevealedResult />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}
