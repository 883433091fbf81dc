// `node --import ./scripts/drizzle-modules.mjs …` loads drizzle-orm in a tenth of a second instead of one and a half: its package.json has 180 kB, which Node
// reads again for each of its hundred modules, and for each import of it (docs/decisions/0133).
import * as nodeModules from 'node:module'

const PACKAGE = 'drizzle-orm'
const found = new Map()

/** All its modules are ES modules beside each other; only what they say of their own files is answered here. */
const ofItsOwn = (specifier, parent) =>
  specifier.startsWith('.') && specifier.endsWith('.js') && parent.includes(`/node_modules/${PACKAGE}/`)
    ? { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true }
    : null
const isAskedByUs = (specifier, parent) =>
  (specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`)) && !parent.includes('/node_modules/')

// npm may run on a Node that has no such hooks
nodeModules.registerHooks?.({
  resolve: (specifier, context, next) => {
    const parent = context.parentURL ?? ''
    const own = ofItsOwn(specifier, parent)
    if (own) return own
    if (!isAskedByUs(specifier, parent)) return next(specifier, context)
    const key = `${specifier} ${context.conditions.join()}`
    const known = found.get(key) ?? { ...next(specifier, context), shortCircuit: true }
    found.set(key, known)
    return known
  },
})
