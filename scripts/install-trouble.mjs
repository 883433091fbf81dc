// Says in one line why an install failed and what is missing, because npm's output names one package and an error code.
// Builtin modules only: runs before the install.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Packages that this machine needs and has not, by the lock file. @param {string} root @returns {string[]} */
const missingPackages = (root) => {
  const { packages = {} } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'))
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.optional && !existsSync(`${root}/${path}/package.json`))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

// Error codes of npm and Node for a registry that did not answer at all; an answer with any status is not among them.
const NO_ANSWER =
  /\b(E(?:NOTFOUND|CONN\w+|TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH|PROTO|SOCKET\w*)|ERR_SOCKET_TIMEOUT)\b/
const BAD_CERTIFICATE = /\b(\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|CERT_\w+)\b/

/**
 * @param {string} root
 * @param {(args: string[]) => { file: string, args: string[], shell: boolean }} npm how npm is called
 * @returns {string}
 */
export const installTrouble = (root, npm) => {
  const ask = (...args) => {
    const call = npm(args)
    const done = spawnSync(call.file, call.args, { cwd: root, encoding: 'utf8', shell: call.shell })
    return { code: done.status, said: `${done.stdout ?? ''}${done.stderr ?? ''}` }
  }
  const registry = /https?:\S+/.exec(ask('config', 'get', 'registry').said)?.[0] ?? "npm's registry"
  const ping = ask('ping', '--fetch-retries=0', '--fetch-timeout=5000')
  const missing = missingPackages(root)
  const names = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ', …' : '')
  const what = `${missing.length} packages are missing${missing.length > 0 ? ` (${names})` : ''}`
  const certificate = BAD_CERTIFICATE.exec(ping.said)?.[1]
  const silent = NO_ANSWER.exec(ping.said)?.[1]
  if (ping.code !== 0 && certificate !== undefined) {
    return `${what}: the certificate of ${registry} is not trusted (${certificate}). Behind a proxy that opens TLS give its authority: npm config set cafile FILE.`
  }
  if (ping.code !== 0 && silent !== undefined) {
    return `${what}: ${registry} does not answer (${silent}). Connect to the network, or name the proxy (HTTPS_PROXY, or npm config set https-proxy URL), then run the command again.`
  }
  return `npm install failed, see above; ${what}.`
}
