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

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), headers()],
  build: { outDir: here('./dist'), emptyOutDir: true, target: 'es2022', sourcemap: false, reportCompressedSize: true },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:8788', ws: true } },
  },
})
