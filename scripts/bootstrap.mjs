// Installs dependencies when node_modules is missing, incomplete, or older than package-lock.json. Runs at the beginning of every
// npm script (scripts/run.mjs) on whatever Node npm itself runs on (>= 20), so it uses builtin modules only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { takeLock } from './install-lock.mjs'
import { installTrouble } from './install-trouble.mjs'
import { nodeProblem } from './node-version.mjs'
import { identityOf, lives } from './processes.mjs'

const root = process.env.BOOTSTRAP_ROOT ?? fileURLToPath(new URL('..', import.meta.url))
const modules = `${root}/node_modules`
const stampFile = `${modules}/.bootstrap-stamp`
const unfinished = `${modules}/.bootstrap-unfinished`
const want = createHash('sha256')
  .update(readFileSync(`${root}/package-lock.json`))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')
const fresh = () => existsSync(stampFile) && !existsSync(unfinished) && readFileSync(stampFile, 'utf8') === want

/** Runs npm on its own Node, never on node_modules/.bin/node, which the install may replace while it runs. */
const npmCall = (args) => {
  const own = process.env.npm_execpath
  return own
    ? { file: process.env.npm_node_execpath ?? process.execPath, args: [own, ...args], shell: false }
    : { file: 'npm', args, shell: process.platform === 'win32' }
}
// Not "npm ci": it first deletes all packages, so one changed line of the lock file would cost minutes.
// Packages in npm's cache need no network; without a network the retries end within seconds instead of minutes.
const INSTALL =
  'install --no-save --no-audit --no-fund --loglevel=error --prefer-offline --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000'
const npm = () => {
  const { file, args, shell } = npmCall(INSTALL.split(' '))
  const env = { ...process.env, NODE_ENV: undefined }
  return spawn(file, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env, shell })
}

const install = async (lock) => {
  // An npm whose bootstrap was killed may still run, and would write into the same folder.
  if (lives(lock.deadHolder?.installer)) process.kill(lock.deadHolder.installer.pid, 'SIGKILL')
  // npm takes a half-unpacked package for a complete one, so after a broken install everything is installed again.
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
    console.error(`bootstrap: ${installTrouble(root, npmCall)}`)
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

const problem = process.exitCode ? null : nodeProblem(root, process.version)
if (problem !== null) {
  console.error(`bootstrap: ${problem}`)
  process.exitCode = 1
}
