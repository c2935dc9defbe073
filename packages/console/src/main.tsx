import './layers.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './styles.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrandedTheme } from './app/BrandedTheme.tsx';
import { colorSchemeManager } from './app/color-scheme.ts';
import { printInLight } from './app/paper.ts';
import { router } from './app/routes.tsx';
import { queryClient } from './lib/calls/query-client.ts';

const SUCCESS_TOAST_MS = 5000;

// The nonce of this response: the only way a style made at run time gets past the policy.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

printInLight(window.matchMedia('print'), document.documentElement);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrandedTheme getStyleNonce={() => nonce} colorSchemeManager={colorSchemeManager}>
        <Notifications position="bottom-right" autoClose={SUCCESS_TOAST_MS} aria-live="polite" />
        <RouterProvider router={router} />
      </BrandedTheme>
    </QueryClientProvider>
  </StrictMode>,
);
