// Bundles the runner into one folder of modules with the page's bundler, and says which packages went into it.
import { build } from 'vite'
import { root } from '../stack/shell.ts'

/**
 * Copied as packages, not bundled: libsignal is GPL-3.0, so anyone who gets the image gets it as a package of its own, with its
 * licence and source.
 */
export const COPIED = ['libsignal'] as const
/** Optional packages of Baileys for pictures, sounds and previews, which a blast does not use. */
const NOT_INSTALLED = ['sharp', 'jimp', 'audio-decode', 'link-preview-js']

/** `node_modules/a/node_modules/@b/c/x.js` → `node_modules/a/node_modules/@b/c`; null: a module of ours, or a generated one. */
const packageOf = (id: string): string | null => {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '')
  const inner = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
  return inner === undefined ? null : inner.slice(inner.indexOf('node_modules/'))
}

/** @param outDir gets `main.js` and its chunks. Answers the packages as paths in the lock file (`node_modules/ws`), sorted. */
export const bundleRunner = async (outDir: string): Promise<string[]> => {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'runner/main.ts',
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external: [...COPIED, ...NOT_INSTALLED].flatMap((name) => [name, new RegExp(`^${name}/`)]),
        output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const modules = outputs.flatMap((one) =>
    'output' in one ? one.output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])) : [],
  )
  const packages = new Set(modules.map(packageOf).filter((place) => place !== null))
  return [...packages].toSorted()
}
