import './ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { applyTheme } from './theme.ts';
import { RevealedResult } from './ui/reveal.tsx';
import { Toasts } from './ui/toast.tsx';

applyTheme();
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
