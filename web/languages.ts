// The page in two languages: a build for each, whose files lie side by side, and one document for both. Its first script (theme.js)
// takes the build of the language that was chosen on this device (rule language).
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { firstScript } from './headers.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url)).replaceAll('\\', '/')
const INDONESIAN = here('./texts/indonesian')
const ENGLISH = here('./texts/english')

const inEnglish = (id: string): string | null =>
  id.startsWith(INDONESIAN) ? ENGLISH + id.slice(INDONESIAN.length) : null
/** Every import of a text brings the English one; only the English texts themselves may read the Indonesian. */
const takeEnglish = (): Plugin => ({
  name: 'take-english',
  enforce: 'pre',
  async resolveId(source, importer) {
    const found = await this.resolve(source, importer, { skipSelf: true })
    const english = found && inEnglish(found.id.replaceAll('\\', '/'))
    if (!english || importer?.replaceAll('\\', '/').startsWith(`${ENGLISH}/`)) return found
    return existsSync(english) ? english : this.error(`${found.id} has no English text`)
  },
})

/** What one language's build tells theme.js: the modules that start it, what they import, and what comes next. */
type Files = { start: string[]; imports: string[]; home: string[]; signin: string[]; fill: string }
type Output = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>
const PAGE = 'index.html'
const START = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g
const PRELOADS = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g

/** Takes the modules out of the page, because the first script inserts those of the chosen language. */
const takeFiles = (bundle: Output): { page: string; files: Files } => {
  const asset = bundle[PAGE]
  const page = asset?.type === 'asset' ? String(asset.source) : ''
  const found = (tags: RegExp): string[] => [...page.matchAll(tags)].map(([, file = '']) => file)
  const file = (name: string): string => {
    const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name)
    if (!chunk) throw new Error(`no ${name}`)
    return `/${chunk.fileName}`
  }
  return {
    page: page.replace(START, '').replace(PRELOADS, ''),
    files: {
      start: found(START),
      imports: found(PRELOADS),
      // its charts come when it stands: on the same line they would hold its figures up
      home: [file('home')],
      signin: [file('signin')],
      fill: file('figures'),
    },
  }
}
const asData = (files: Files): string => JSON.stringify(files).replaceAll('"', '&quot;')

const isStyle = (file: string): boolean => file.endsWith('.css')
const stylesOf = (bundle: Output): string =>
  Object.values(bundle)
    .flatMap((one) => (one.type === 'asset' && isStyle(one.fileName) ? String(one.source) : []))
    .join('\n')

/**
 * Builds the English page with the Indonesian one and puts its files beside it: one folder is one release, whatever the language.
 * @param shared what both builds have in common; asked for again, because a plugin serves one build
 */
export const bothLanguages = (shared: () => InlineConfig): Plugin => {
  let english: Promise<Output> | undefined
  let hasManifest = false
  const buildEnglish = async (): Promise<Output> => {
    const { plugins = [], ...config } = shared()
    const built = await build({
      ...config,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [takeEnglish(), ...plugins],
      build: { ...config.build, write: false, assetsDir: 'assets/en', manifest: hasManifest },
    })
    if (!('output' in built)) throw new Error('the English page is built once')
    return Object.fromEntries(built.output.map((one) => [one.fileName, one]))
  }
  return {
    name: 'both-languages',
    apply: 'build',
    enforce: 'post',
    configResolved({ build: { manifest } }) {
      hasManifest = manifest !== false
    },
    buildStart() {
      english = buildEnglish()
      // reported where it is awaited
      english.catch(() => undefined)
    },
    async generateBundle(_options, bundle) {
      const [indonesian, other] = [takeFiles(bundle), (await english) ?? {}]
      const { files } = takeFiles(other)
      // the way Vite writes the page is not ours
      if (files.start.length === 0 || /type="module"|modulepreload/.test(indonesian.page))
        this.error(`other modules in ${PAGE} than its first script can insert`)
      // the page has one link to its styles, which do not depend on texts
      if (stylesOf(bundle) !== stylesOf(other)) this.error('the languages have different styles')
      for (const one of Object.values(other)) {
        if (one.fileName === PAGE || isStyle(one.fileName)) continue
        const fileName = one.fileName.replace('.vite/manifest.json', '.vite/manifest-en.json')
        this.emitFile({ type: 'asset', fileName, source: one.type === 'chunk' ? one.code : one.source })
      }
      const script = `<script data-id="${asData(indonesian.files)}" data-en="${asData(files)}">${firstScript()}</script>`
      const asset = bundle[PAGE]
      if (asset?.type === 'asset')
        asset.source = indonesian.page.replace('<script src="/theme.js"></script>', () => script)
    },
  }
}
