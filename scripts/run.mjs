// What every command of package.json goes through: `node scripts/run.mjs [options of Node] FILE [arguments]`. Installs what is
// missing, then runs the file on the Node that the packages bring. Builtin modules only, since npm may run on Node 20.
import './bootstrap.mjs'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ownNode } from './node-version.mjs'
import { whenOrphaned } from './orphan.mjs'

if (!process.exitCode) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const drizzle = new URL('drizzle-modules.mjs', import.meta.url).href
  const args = ['--import', drizzle, ...process.argv.slice(2)]
  const child = spawn(ownNode(root) ?? process.execPath, args, { stdio: 'inherit' })
  // A terminal sends Ctrl-C to the child as well, and some programs end at once at a second one.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenOrphaned(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}
