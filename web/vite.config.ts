// Build of the page: `vite build --config web/vite.config.ts` from the repository's root, output in web/dist.
// A local stack admits its own bot check in the copy of the headers that it serves (scripts/stack/build.ts).
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { adoptedStyles } from './adopted-styles.ts'
import { headersOf } from './headers.ts'
import { bothLanguages } from './languages.ts'
import { authTexts } from './texts/indonesian/auth.ts'
import { common } from './texts/indonesian/common.ts'
import { dashboardTexts } from './texts/indonesian/dashboard.ts'
import { languageTexts } from './texts/indonesian/language.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const headers = (): Plugin => ({
  name: 'pages-headers',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersOf() })
  },
})

const [what, , , risk] = authTexts.pitchPoints('', '')
/** What the document says by name: words of its first screens, and which build it is, for anyone who reports a fault of it. */
const SAID: Record<string, Record<string, unknown>> = {
  auth: { ...authTexts, what, risk },
  common,
  dashboard: dashboardTexts,
  language: languageTexts.names,
  build: { version: process.env['PRODUCT_VERSION'] ?? 'unknown' },
}
const words = (): Plugin => ({
  name: 'words',
  transformIndexHtml: (page) =>
    page.replace(/%(\w+)\.(\w+)%/g, (name, area: string, key: string) => {
      const word = SAID[area]?.[key]
      if (typeof word !== 'string' || /[<>&"]/.test(word)) throw new Error(`${name} is no word for index.html`)
      return word
    }),
})

/**
 * Each file costs a phone a round trip, so what opens first comes in few; a module comes with all it imports. Every screen has a file of
 * its own, and what several need is put together by how many they are. Budgets: scripts/check/bundle-budget.ts.
 */
const groups: Rolldown.CodeSplittingOptions['groups'] = [
  // a script of its own beside a home, of which all others use a part
  { name: 'figures', test: /first-paint[\\/]figures\.ts$/, priority: 10 },
  // with the little that the sign-in and a home share
  { name: 'index', test: /web[\\/](main|ui[\\/](alert|skeleton))\.tsx$|icons[\\/]chevron-down\.mjs$/, priority: 9 },
  { name: 'signin', test: /auth[\\/]signin\.tsx$/, priority: 8 },
  { name: 'home', test: /(app[\\/]shell[\\/]shell|operation[\\/]home[\\/]home)\.tsx$/, priority: 7 },
  { name: 'home-parts', test: /(home[\\/]parts[\\/]charts|announcement[\\/]marquee)\.tsx$/, priority: 6 },
  { name: 'home-admin', test: /home[\\/]parts[\\/]admin-dashboard\.tsx$/, priority: 6 },
  // what says how a press went comes before the first one, and brings nothing else along (rule code-ahead)
  { name: 'messages', test: /web[\\/]ui[\\/]toaster\.tsx$/, priority: 6 },
  { name: 'shared-16', minShareCount: 16, priority: 5 },
  { name: 'shared-5', minShareCount: 5, priority: 4 },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
]

const API = process.env['API_URL'] ?? 'http://127.0.0.1:8787'

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), adoptedStyles(), headers(), words(), bothLanguages()],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // One file of styles: the second one's few lines would cost a round trip.
    cssCodeSplit: false,
    modulePreload: {
      // Without it the entry's own file is empty, and Vite leaves it out.
      polyfill: false,
      // The large ones beside a screen's own file; the names of all would be 3 kB of the first load.
      resolveDependencies: (_file, needed) => needed.filter((file) => /\/(shared-\d+|icons)-/.test(file)),
    },
    reportCompressedSize: true,
    rolldownOptions: {
      input: { index: here('./index.html'), figures: here('./first-paint/figures.ts') },
      preserveEntrySignatures: false,
      output: { codeSplitting: { groups } },
      // Texts and the contract only say what is so. Without that a screen's file would wait for all texts that pass one module.
      treeshake: { moduleSideEffects: [{ test: /[\\/](web[\\/]texts|contract)[\\/]/, sideEffects: false }] },
    },
  },
  // `npm run dev`: the page as it is edited, before a stack that runs. The API hears of its own origin only.
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: API, ws: true, changeOrigin: true, headers: { origin: API } },
      '^/(ikut/|receipt|opt-out)': { target: API, changeOrigin: true, rewrite: (path) => `/api${path}` },
    },
  },
})
