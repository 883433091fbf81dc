// Which module goes into which file of the build. Each file costs a phone a round trip, so what opens first comes in few: the
// frame with the member's home in one, its charts in another. Every further screen has its own, and what screens share is put
// together by who may open them.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

type NameFunction = Rolldown.CodeSplittingNameFunction
type Context = Parameters<NameFunction>[1]
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const ENTRY = here('./main.tsx')
/** The bundler's own few lines. */
const RUNTIME = '\0rolldown/runtime.js'
/** What a signed-in person sees first. */
const HOME = [here('./app/shell/shell.tsx'), here('./features/operation/home/home.tsx')]
const SIGN_IN = [here('./features/people/auth/signin.tsx')]
/** What the server says, in English: every refusal needs it, and no first screen does. */
const SERVER_SENTENCES = here('./texts/english/server-sentences.ts')
/** What a home shows after its figures. */
const HOME_PARTS = [
  here('./features/operation/home/parts/charts.tsx'),
  here('./features/operation/home/parts/marquee.tsx'),
]
const ADMIN_HOME = [here('./features/operation/home/parts/admin-dashboard.tsx')]
/** What says how a press went: it is fetched before the first one, and brings nothing else along (decision record 0088). */
const isMessages = (id: string): boolean =>
  /[\\/](web[\\/]ui[\\/]toaster\.tsx|node_modules[\\/]sonner[\\/].*)$/.test(id)
/** Screens that need no sign-in. */
const isPublic = (id: string): boolean =>
  /[\\/]features[\\/]\w+[\\/](auth|legal)[\\/]|[\\/]suppressions[\\/]opt-out\.tsx$/.test(id)
/** Screens that a member may open. */
const isMembers = (id: string): boolean =>
  /[\\/]features[\\/]\w+[\\/](whatsapp|withdraw|bonus|referral|users)[\\/]/.test(id)
/**
 * Files of what screens share, by how many of them. What a module imports is needed by at least as many screens as itself, so these
 * files import one another in one direction only: in a circle a module would run before what it needs.
 */
const LAYERS = [12, 6, 2] as const

type Graph = { dynamic: string[]; static: (from: readonly string[]) => Set<string> }
/** Modules that only pass on others': a module that imports one icon of a thousand would seem to need them all. */
const BARREL = /lucide-react|[\\/]texts[\\/](indonesian|english)\.ts$/
const IMPORTS = /\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g
const PASSED_ON = /\bexport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g
const namesIn = (list = ''): [own: string, known: string][] =>
  list.split(',').flatMap((part) => {
    const [own = '', known = own] = part.trim().split(/\s+as\s+/)
    return own === '' ? [] : [[own, known]]
  })

/** What comes with each module at once, barrels replaced by what is taken from them. */
const importsOf = (context: Context): ((id: string) => readonly string[]) => {
  const passed = new Map<string, Map<string, string>>()
  const passedOn = (barrel: string): Map<string, string> => {
    const known = passed.get(barrel)
    if (known) return known
    const found = new Map<string, string>()
    for (const [, list, from = ''] of (context.getModuleInfo(barrel)?.code ?? '').matchAll(PASSED_ON))
      for (const [, name] of namesIn(list)) found.set(name, resolve(dirname(barrel), from))
    passed.set(barrel, found)
    return found
  }
  const cache = new Map<string, readonly string[]>()
  return (id) => {
    const before = cache.get(id)
    if (before) return before
    const { importedIds = [], code } = context.getModuleInfo(id) ?? {}
    const barrels = importedIds.filter((one) => BARREL.test(one) && passedOn(one).size > 0)
    const taken = [...(code ?? '').matchAll(IMPORTS)].flatMap(([, list]) =>
      namesIn(list).flatMap(([name]) => barrels.flatMap((barrel) => passedOn(barrel).get(name) ?? [])),
    )
    const all = [...importedIds.filter((one) => !barrels.includes(one)), ...taken]
    cache.set(id, all)
    return all
  }
}
const graphOf = (context: Context): Graph => {
  const imports = importsOf(context)
  const reach = (from: readonly string[], lists: (id: string) => readonly string[]): Set<string> => {
    const found = new Set<string>()
    const open = [...from]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue
      found.add(id)
      open.push(...lists(id))
    }
    return found
  }
  const later = (id: string): readonly string[] => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []
  const all = reach([ENTRY], (id) => [...imports(id), ...later(id)])
  return { dynamic: [...new Set([...all].flatMap(later))], static: (from) => reach(from, imports) }
}

/** File of a module by its id; a module without one stays where the bundler puts it. */
const plan = (context: Context): Map<string, string> => {
  const graph = graphOf(context)
  const files = new Map<string, string>()
  const taken = new Set<string>()
  const put = (ids: Iterable<string>, file: string): void => {
    for (const id of ids) {
      if (taken.has(id)) continue
      taken.add(id)
      files.set(id, file)
    }
  }
  put([RUNTIME, ...graph.static([ENTRY])], 'index')
  const [home, open] = [graph.static(HOME), graph.static(graph.dynamic.filter(isPublic))]
  // The entry's file comes with everything, so what is small and needed everywhere is in it.
  put(
    [...home].filter((id) => open.has(id)),
    'index',
  )
  put(graph.static(SIGN_IN), 'signin')
  put(home, 'home')
  put(graph.static(HOME_PARTS), 'home-parts')
  put(graph.static(ADMIN_HOME), 'home-admin')
  put(graph.static(graph.dynamic.filter(isMessages)), 'messages')
  if (graph.dynamic.includes(SERVER_SENTENCES)) put(graph.static([SERVER_SENTENCES]), 'server-sentences')
  // What one screen alone needs is in its file already.
  const share = (file: string, roots: readonly string[]): void => {
    const counts = new Map<string, number>()
    for (const root of roots) for (const id of graph.static([root])) counts.set(id, (counts.get(id) ?? 0) + 1)
    for (const least of LAYERS)
      put(
        [...counts].filter(([, count]) => count >= least).map(([id]) => id),
        `${file}-${least}`,
      )
  }
  share(
    'shared',
    graph.dynamic.filter((id) => isMembers(id) || isPublic(id)),
  )
  share('office', graph.dynamic)
  return files
}

const fileOf = (): NameFunction => {
  const plans = new WeakMap<Context, Map<string, string>>()
  let last: Map<string, string> | undefined
  return (id, context) => {
    last = plans.get(context) ?? last ?? plan(context)
    plans.set(context, last)
    return last.get(id) ?? null
  }
}
export const codeSplitting = (): Rolldown.CodeSplittingOptions => ({
  // Each module has its place by name; its imports have theirs.
  includeDependenciesRecursively: false,
  groups: [{ name: fileOf(), debugName: 'plan' }],
})

/** Files that import each other in a circle run in an order that nobody wrote: such a build fails instead of the page. */
export const noCircles = (): Plugin => ({
  name: 'no-circles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const done = new Set<string>()
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) this.error(`files in a circle: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`)
      const chunk = bundle[file]
      if (done.has(file) || chunk?.type !== 'chunk') return
      for (const next of chunk.imports) walk(next, [...path, file])
      done.add(file)
    }
    for (const file of Object.keys(bundle)) walk(file, [])
  },
})
