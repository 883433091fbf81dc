// Prerenders what opens first into the document, at build time from the page's own components and texts: the sign-in form, and a
// member's home without its figures. theme.js says which of them is shown; the page takes its place (take-over.ts).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/** The file that theme.js inserts where the home is shown. */
export const FILL = 'fill.js'
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** React wants to be told what a store says where there is no browser: here the same as anywhere. */
const storesAsTheyAre = (): Plugin => ({
  name: 'stores-as-they-are',
  enforce: 'pre',
  resolveId: (id) => (id === 'stores' ? '\0stores' : null),
  load: (id) =>
    id === '\0stores'
      ? `import { useSyncExternalStore as use } from 'react'
         export const useSyncExternalStore = (subscribe, get) => use(subscribe, get, get)`
      : null,
  transform: (code, id) =>
    id.startsWith('\0') || id.includes('node_modules') || !code.includes('useSyncExternalStore')
      ? null
      : code.replace(
          /import \{([^}]*)\buseSyncExternalStore\b,?([^}]*)\} from 'react'/,
          "import { useSyncExternalStore } from 'stores'\nimport {$1$2} from 'react'",
        ),
})

const nodeEnvOf = ({ isProduction }: ResolvedConfig): string => (isProduction ? 'production' : 'development')
/** forBrowser: a script that runs at once, not a module. */
type Program = { entry: string; page: ResolvedConfig; forBrowser: boolean }
/** One file, with the texts that this build of the page has. */
const programOf = async ({ entry, page, forBrowser }: Program): Promise<string> => {
  const result = await build({
    configFile: false,
    root: page.root,
    publicDir: false,
    logLevel: 'warn',
    mode: page.mode,
    resolve: { alias: page.resolve.alias },
    // React's own half must be that of the page's build, whose JSX calls another function in development.
    define: { 'process.env.NODE_ENV': JSON.stringify(nodeEnvOf(page)) },
    ssr: { noExternal: true },
    plugins: forBrowser ? [] : [storesAsTheyAre(), react()],
    build: {
      ssr: forBrowser ? false : entry,
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        ...(forBrowser ? { input: entry } : {}),
        output: { codeSplitting: false, ...(forBrowser ? { format: 'iife' as const } : {}) },
        treeshake: page.build.rolldownOptions.treeshake ?? true,
      },
    },
  })
  const [first] = [result].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error(`${entry} was not built`)
  return chunk.code
}

/** title: as the tab shall say it, escaped like the rest. */
type Screen = { title: string; html: string }
type Drawn = { home: Screen; signin: Screen }
const draw = async (page: ResolvedConfig): Promise<Drawn> => {
  const folder = mkdtempSync(join(tmpdir(), 'prerender-'))
  try {
    const file = join(folder, 'render.mjs')
    writeFileSync(file, await programOf({ entry: here('./render.tsx'), page, forBrowser: false }))
    const env = { ...process.env, NODE_ENV: nodeEnvOf(page) }
    return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8', env, maxBuffer: 1 << 24 })) as Drawn
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ids stay unique beside the page's own, except those that join a label to its box. */
const bare = (html: string): string => html.replaceAll(/ id="(isi)"| tabindex="-1"/g, '')
/**
 * A form whose script is not there yet must not send a password as an address: such a method sends nothing. Its boxes and links work;
 * what only a script can do is done when it has come (take-over.ts). Where it is not shown its picture is not fetched.
 */
const safe = (html: string): string =>
  html.replaceAll('<img ', '<img loading="lazy" ').replaceAll('<form ', '<form method="dialog" ')

export const prerendered = (): Plugin => {
  let page: ResolvedConfig
  return {
    name: 'prerender',
    apply: 'build',
    configResolved: (config) => {
      page = config
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const { home, signin } = await draw(page)
        const parts = [
          `<div data-for="signin" data-title="${signin.title}">${safe(bare(signin.html))}</div>`,
          `<div data-for="home" data-title="${home.title}" inert aria-hidden="true">${bare(home.html)}</div>`,
        ]
        return html.replace('<div id="root">', () => `<div id="drawn">${parts.join('')}</div><div id="root">`)
      },
    },
    async generateBundle() {
      const source = await programOf({ entry: here('./figures.ts'), page, forBrowser: true })
      this.emitFile({ type: 'asset', name: FILL, source })
    },
  }
}
