// The page in two languages: a build for each, whose files lie side by side, and one document for both. Its first script (theme.js)
// takes the build of the language that was chosen on this device (rule language).
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { firstScript } from './headers.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url)).replaceAll('\\', '/')
const INDONESIAN = here('./texts/indonesian')
const ENGLISH = here('./texts/english')

const inEnglish = (id: string): string | null =>
  id.startsWith(INDONESIAN) ? ENGLISH + id.slice(INDONESIAN.length) : null
/** What one language's build tells theme.js: the modules that start it, and what comes next. */
type Files = { start: string[]; home: string[]; signin: string[]; fill: string }
type Output = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>
const PAGE = 'index.html'
const START = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g

/** Takes the modules out of the page, because the first script inserts those of the chosen language. */
const takeFiles = (bundle: Output): { page: string; files: Files } => {
  const asset = bundle[PAGE]
  const page = asset?.type === 'asset' ? String(asset.source) : ''
  const file = (name: string): string => {
    const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name)
    if (!chunk) throw new Error(`no ${name}`)
    return `/${chunk.fileName}`
  }
  return {
    page: page.replace(START, ''),
    files: {
      start: [...page.matchAll(START)].map(([, found = '']) => found),
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
 * Builds the English page before the Indonesian one, as an environment of Vite's, and puts its files beside it: one folder is one release,
 * whatever the language.
 */
export const bothLanguages = (): Plugin => {
  let english: Output = {}
  return {
    name: 'both-languages',
    apply: 'build',
    enforce: 'pre',
    sharedDuringBuild: true,
    config: () => ({
      builder: {},
      environments: { english: { consumer: 'client', build: { assetsDir: 'assets/en', write: false } } },
    }),
    async buildApp(builder) {
      const { client, english: other } = builder.environments
      if (!client || !other) throw new Error('the page has two languages')
      const built = await builder.build(other)
      if (!('output' in built)) throw new Error('the English page is built once')
      english = Object.fromEntries(built.output.map((one) => [one.fileName, one]))
      await builder.build(client)
    },
    /** Every import of a text brings the English one; only the English texts themselves may read the Indonesian. */
    async resolveId(source, importer) {
      if (this.environment.name !== 'english') return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      const other = found && inEnglish(found.id.replaceAll('\\', '/'))
      if (!other || importer?.replaceAll('\\', '/').startsWith(`${ENGLISH}/`)) return found
      return existsSync(other) ? other : this.error(`${found.id} has no English text`)
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name === 'english') return
        const [indonesian, { files }] = [takeFiles(bundle), takeFiles(english)]
        // the way Vite writes the page is not ours
        if (files.start.length === 0 || /type="module"|modulepreload/.test(indonesian.page))
          this.error(`other modules in ${PAGE} than its first script can insert`)
        // the page has one link to its styles, which do not depend on texts
        if (stylesOf(bundle) !== stylesOf(english)) this.error('the languages have different styles')
        for (const one of Object.values(english)) {
          if (one.fileName === PAGE || isStyle(one.fileName)) continue
          const fileName = one.fileName.replace('.vite/manifest.json', '.vite/manifest-en.json')
          this.emitFile({ type: 'asset', fileName, source: one.type === 'chunk' ? one.code : one.source })
        }
        const script = `<script data-id="${asData(indonesian.files)}" data-en="${asData(files)}">${firstScript()}</script>`
        const asset = bundle[PAGE]
        if (asset?.type === 'asset')
          asset.source = indonesian.page.replace('<script src="/theme.js"></script>', () => script)
      },
    },
  }
}
