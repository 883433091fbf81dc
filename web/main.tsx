// Starts the page.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { followLanguage } from './app/choose-language.ts'
import { GuardedNavigation } from './app/guarded-navigation.tsx'
import { keepOfflineShell } from './app/offline-shell.ts'
import { prefetchOnHover } from './app/prefetch.ts'
import { AppRoutes, preload } from './app/router.tsx'
import { missing } from './lib/api/http.ts'
import { queryClient } from './lib/api/query-client.ts'
import { watchHistory } from './lib/browser/history.ts'
import { guardForms } from './lib/forms/leaving.ts'
import { keepReferral } from './lib/session/referral.ts'
import './styles.css'

// zod, which comes with the screens, would try whether it may make functions of texts: the page's policy refuses and reports that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
missing.ask = (reason) => import('./app/overlays/proof.tsx').then(({ ask }) => ask(reason))
keepReferral()
watchHistory()
guardForms()
keepOfflineShell()
followLanguage()
preload(location.pathname)
prefetchOnHover(preload)
const root = document.getElementById('root')
if (!root) throw new Error('no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <GuardedNavigation>
          <AppRoutes />
        </GuardedNavigation>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
