// Says in one line which Node is missing, before a script fails on syntax that an old Node does not know. Builtin modules and
// old syntax only, because it must run on such a Node.
import { existsSync, readFileSync } from 'node:fs'

const parts = (version) =>
  version
    .replace(/^[v^>=\s]+/, '')
    .split('.')
    .map(Number)
const atLeast = (have, want) => {
  for (let i = 0; i < 3; i++) if (have[i] !== (want[i] || 0)) return have[i] > (want[i] || 0)
  return true
}
/**
 * Whether a version is in a range of package.json's engines: `^1.2.3` and `>=1.2.3`, joined by `||`.
 * @param {string} version @param {string} range
 */
export const satisfies = (version, range) =>
  range.split('||').some((part) => {
    const [have, want] = [parts(version), parts(part)]
    return atLeast(have, want) && (!part.trim().startsWith('^') || have[0] === want[0])
  })

/**
 * The Node that a package brought to this system; null where none does.
 * @param {string} root
 */
export const ownNode = (root) => {
  const { optionalDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const files = Object.keys(optionalDependencies || {}).map((name) => `${root}/node_modules/${name}/bin/${program}`)
  return files.find((file) => existsSync(file)) || null
}

/**
 * One line when the scripts would start on a Node that cannot run them; otherwise null.
 * @param {string} root @param {string} version of the Node that runs this
 */
export const nodeProblem = (root, version) => {
  if (ownNode(root) !== null) return null
  const { engines } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  if (engines === undefined || satisfies(version, engines.node)) return null
  const where = `${process.platform} ${process.arch}`
  return `No package brings Node to ${where}, and this one is ${version}: install Node 24 (needed: ${engines.node}), then run the command again.`
}
