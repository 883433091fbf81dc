// What a process asks Node for when it loads drizzle-orm: its modules are found without Node, which would read 180 kB for each of them.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const HOOKS = fileURLToPath(new URL('../../scripts/drizzle-modules.mjs', import.meta.url))
/** Counts what comes to Node, and says which modules were loaded. */
const COUNTER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  globalThis.asked = []
  globalThis.loaded = []
  registerHooks({
    resolve: (specifier, context, next) => {
      const parent = context.parentURL ?? ''
      if (specifier.startsWith('drizzle-orm') || parent.includes('/node_modules/drizzle-orm/')) asked.push(specifier)
      return next(specifier, context)
    },
    load: (url, context, next) => {
      if (url.includes('/node_modules/drizzle-orm/')) loaded.push(url)
      return next(url, context)
    },
  })
`)}`
const LOAD = `
  await import('./domain/ground/db/connection.ts')
  await import('./domain/recipients/imports/table.ts')
  await import('./domain/money/ledger/table.ts')
  console.log(JSON.stringify({ asked: asked.toSorted(), loaded: loaded.toSorted() }))
`
const load = (...args: string[]): { asked: string[]; loaded: string[] } => {
  const child = [...args, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', LOAD]
  const { NODE_OPTIONS: _ours, ...env } = process.env
  return JSON.parse(execFileSync(process.execPath, child, { cwd: root, env, encoding: 'utf8' })) as never
}

test('Node is asked once for what the product names, and loads the same modules', () => {
  const plain = load('--import', COUNTER)
  const quick = load('--import', COUNTER, '--import', HOOKS)
  expect(plain.asked.length).toBeGreaterThan(100)
  expect(quick).toEqual({ asked: ['drizzle-orm', 'drizzle-orm/sqlite-core'], loaded: plain.loaded })
})

test('every process of the suites and every command has it', () => {
  expect(process.env['NODE_OPTIONS']).toContain('/scripts/drizzle-modules.mjs')
  const print = ['scripts/run.mjs', '-p', 'JSON.stringify(process.execArgv)']
  const { NODE_OPTIONS: _ours, ...env } = process.env
  expect(execFileSync(process.execPath, print, { cwd: root, env, encoding: 'utf8' })).toContain(
    '/scripts/drizzle-modules.mjs',
  )
})
