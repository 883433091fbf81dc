// Installs dependencies when node_modules is missing, half done, or older than package-lock.json. Runs before every npm
// script on whatever Node npm itself runs on (>= 20): builtin modules only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { identityOf, lives, takeLock } from './install-lock.mjs'

const root = process.env.BOOTSTRAP_ROOT ?? fileURLToPath(new URL('..', import.meta.url))
const modules = `${root}/node_modules`
const stampFile = `${modules}/.bootstrap-stamp`
const unfinished = `${modules}/.bootstrap-unfinished`
const want = createHash('sha256')
  .update(readFileSync(`${root}/package-lock.json`))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')
const fresh = () => existsSync(stampFile) && !existsSync(unfinished) && readFileSync(stampFile, 'utf8') === want

/** npm's own Node, never node_modules/.bin/node, which the install may replace while it runs. */
const npm = () => {
  // Not "npm ci": it refuses a lockfile written where the registry lacks some platforms' optional packages.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: undefined } }
  const own = process.env.npm_execpath
  return own
    ? spawn(process.env.npm_node_execpath ?? process.execPath, [own, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' })
}

const install = async (lock) => {
  // An npm that outlived its killed bootstrap would write into the same folder.
  if (lives(lock.deadHolder?.installer)) process.kill(lock.deadHolder.installer.pid, 'SIGKILL')
  // npm takes a half-unpacked package for a whole one: after a broken install start from nothing.
  if (existsSync(unfinished)) rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  writeFileSync(unfinished, '')
  console.log('bootstrap: installing dependencies from package-lock.json …')
  const child = npm()
  if (child.pid !== undefined) lock.note({ installer: identityOf(child.pid) })
  const forward = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  const code = await new Promise((done) => {
    child.on('error', (error) => {
      console.error(`bootstrap: npm could not be started: ${error.message}`)
      done(1)
    })
    child.on('exit', (status) => done(status ?? 1))
  })
  if (code !== 0) {
    console.error('bootstrap: npm install failed, see above')
    return code
  }
  writeFileSync(stampFile, want)
  rmSync(unfinished, { force: true })
  return 0
}

if (!fresh()) {
  const lock = takeLock(`${root}/.bootstrap-lock`, {
    onWait: (found) => console.log(`bootstrap: waiting for another install (pid ${found?.holder?.pid ?? '?'}) …`),
  })
  try {
    // exitCode, not exit(): exit() would skip the finally and leave the lock behind.
    if (!fresh()) process.exitCode = await install(lock)
  } finally {
    lock.release()
  }
}
