// `node --import ./tests/simulate/platform/loader.ts …` lets Node load the objects' classes unchanged.
import { registerHooks } from 'node:module'

const standIn = new URL('./cloudflare-workers.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:workers' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
