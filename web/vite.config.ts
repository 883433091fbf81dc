// Build of the page: `vite build --config web/vite.config.ts` from the repository's root, output in web/dist.
// A local stack admits its own bot check in the copy of the headers that it serves (scripts/stack/build.ts).
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig, type Plugin } from 'vite'
import { adoptedStyles } from './adopted-styles.ts'
import { codeSplitting, noCircles } from './chunks.ts'
import { prerendered } from './prerender/plugin.ts'
import { headersOf } from './headers.ts'
import { bothLanguages } from './languages.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const headers = (): Plugin => ({
  name: 'pages-headers',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersOf() })
  },
})

/** `<meta name="version">`: which build a browser shows, for anyone who reports a fault of it. The scripts that build tell. */
const version = (): Plugin => ({
  name: 'product-version',
  transformIndexHtml: () => {
    const content = process.env['PRODUCT_VERSION'] ?? 'unknown'
    return [{ tag: 'meta', attrs: { name: 'version', content }, injectTo: 'head' }]
  },
})

/**
 * Most browsers keep a failed `import()` for good, so that asking again answers the old failure without a request
 * (whatwg/html#6768). Under another query it is another module; nobody else has it, since the first one never came.
 */
const importAgain = (): Plugin => ({
  name: 'import-again',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      file.code = file.code.replaceAll(
        /\bimport\(([`"'])(\.\/[\w.-]+\.js)\1\)/g,
        (whole, _quote, name) => `${whole}.catch(()=>import("${name}?"+Date.now()))`,
      )
    }
  },
})

/** Of the page in either language. */
const shared = (): InlineConfig => ({
  root: here('.'),
  plugins: [react(), tailwindcss(), adoptedStyles(), importAgain(), noCircles()],
  build: {
    target: 'es2022',
    sourcemap: false,
    // One file of styles: the second one's few lines would cost a round trip.
    cssCodeSplit: false,
    // Without it the entry's own file is empty, and Vite leaves it out.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      preserveEntrySignatures: false,
      output: { codeSplitting: codeSplitting() },
      // Texts and the contract only say what is so. Without that a screen's file would wait for all texts that pass one module.
      treeshake: { moduleSideEffects: [{ test: /[\\/](web[\\/]texts|contract)[\\/]/, sideEffects: false }] },
    },
  },
})
const { plugins, build, ...rest } = shared()
const API = process.env['API_URL'] ?? 'http://127.0.0.1:8787'

export default defineConfig({
  ...rest,
  plugins: [plugins, headers(), version(), prerendered(), bothLanguages(shared)],
  build: { ...build, outDir: here('./dist'), emptyOutDir: true },
  // `npm run dev`: the page as it is edited, before a stack that runs. The API hears of its own origin only.
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: API, ws: true, changeOrigin: true, headers: { origin: API } },
      '^/(ikut/|receipt|opt-out)': { target: API, changeOrigin: true, rewrite: (path) => `/api${path}` },
    },
  },
})
