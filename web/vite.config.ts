// Build of the page: `vite build --config web/vite.config.ts` from the repository's root, output in web/dist.
// A local stack admits its own bot check in the copy of the headers that it serves (scripts/stack/build.ts).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** The menu's icons, each also used by some screen, would be a file apiece: together they are a third of the bytes. */
const menuIcons = (): RegExp => {
  const [, list = ''] =
    /import \{([^}]*)\} from 'lucide-react'/.exec(readFileSync(here('./app/shell/menu.ts'), 'utf8')) ?? []
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]\w+$/.test(name))
  const files = names.map((name) => name.replaceAll(/(?!^)([A-Z]|\d+)/g, '-$1').toLowerCase())
  return new RegExp(`lucide-react[\\\\/].*[\\\\/]icons[\\\\/](${files.join('|')})\\.[mc]?js$`)
}

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

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), headers(), version(), importAgain()],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'menu-icons', test: menuIcons() }] } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:8788', ws: true } },
  },
})
