// Build of the page: `vite build --config web/vite.config.ts` from the repository's root, output in web/dist.
// A local stack admits its own bot check in the copy of the headers that it serves (scripts/stack/build.ts).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ResolvedConfig } from 'vite'
import { codeSplitting, noCircles } from './chunks.ts'
import { drawnAhead, firstProgram } from './drawn/plugin.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const headers = (): Plugin => ({
  name: 'pages-headers',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(here('./_headers.txt'), 'utf8').replaceAll('{sandbox}', '')
    this.emitFile({ type: 'asset', fileName: '_headers', source })
  },
})

/** `<meta name="version">`: which build a browser shows, for whoever reports a fault of it. The scripts that build tell. */
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

/**
 * Tells theme.js, which runs first, what comes next: the file of the home for a signed-in member, of the sign-in page for everybody
 * else. The browser fetches it beside the entry instead of after it. theme.js comes in a file that browsers may keep, because nothing is
 * painted before it, together with what fills the drawn home and then starts the entry.
 */
const whatComesNext = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'what-comes-next',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      const file = (name: string): string =>
        `/${Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name)?.fileName ?? this.error(`no ${name}`)}`
      const source = await firstProgram(config)
      const first = `/${this.getFileName(this.emitFile({ type: 'asset', name: 'first.js', source }))}`
      const entry = file('index')
      const next = `data-home="${file('home')}" data-signin="${file('signin')}" data-entry="${entry}"`
      page.source = String(page.source)
        .replace('src="/theme.js"', `src="${first}" ${next}`)
        .replace(
          `<script type="module" crossorigin src="${entry}"></script>`,
          `<link rel="modulepreload" crossorigin href="${entry}">`,
        )
    },
  }
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), headers(), version(), drawnAhead(), importAgain(), whatComesNext(), noCircles()],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
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
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:8788', ws: true } },
  },
})
