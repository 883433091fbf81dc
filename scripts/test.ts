// `npm test`: finds or installs a browser where a test needs one, then runs every suite. Arguments go to vitest (`npm test -- --project unit`).
// `npm run test:quick` runs what a change should keep green within a minute; `npm run test:long` the tests that take minutes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prepareChromium } from './chromium.ts'
import { programOf } from './stack/programs.ts'
import { root, toolEnv } from './stack/shell.ts'
import { needsBrowser, takesLong } from './test-args.ts'
import { folderInMemory } from './test-folder.ts'

const isQuick = process.argv.includes('--quick')
const args = [
  ...process.argv.slice(2).filter((arg) => arg !== '--quick'),
  ...(isQuick ? ['unit', 'workerd', 'house'].flatMap((name) => ['--project', name]) : []),
]

const start = (): void => {
  try {
    if (needsBrowser(args)) prepareChromium()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    return
  }
  const folder = folderInMemory()
  const env = toolEnv({
    ...(folder === null ? {} : { TMPDIR: folder.path }),
    LONG_TESTS: takesLong(args) ? '1' : undefined,
    QUICK_TESTS: isQuick ? '1' : undefined,
    // each of the many programs that the suites start would compile its files again, wrangler's ten megabytes for one
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compile'),
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${import.meta.resolve('./drizzle-modules.mjs')}`,
  })
  const vitest = programOf(root, 'vitest', ['run', ...args])
  const child = spawn(vitest.file, vitest.args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    folder?.remove()
    process.exitCode = code ?? 1
  })
}
start()
