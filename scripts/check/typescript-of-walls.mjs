// Loaded before dependency-cruiser, which reads TypeScript through the compiler's API; TypeScript 7 does not have it yet.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript(\/|$)/.test(specifier) &&
    /node_modules\/(dependency-cruiser|watskeburt)\//.test(context.parentURL ?? '')
      ? next(specifier.replace('typescript', 'typescript-of-walls'), context)
      : next(specifier, context),
})
