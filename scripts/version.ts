// The version of a build: the git tag of its commit, or the nearest tag and the commits since, or
// package.json's version where there is no tag. The same for Worker, page and runner.
import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

type ProductVersion = {
  /** `1.4.0` on its tag, `1.4.0-7-g0a1b2c3` seven commits later, ending in `-dirty` with changes that are not committed */
  version: string
  /** the full commit; null: unknown */
  commit: string | null
}

const git = (dir: string, ...args: string[]): string | null => {
  try {
    return execFileSync('git', args, { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

/**
 * A build without the repository's history (an image, an archive) takes them from PRODUCT_VERSION and PRODUCT_COMMIT.
 * @param dir the repository's root
 */
export const productVersion = (env: NodeJS.ProcessEnv = process.env, dir: string = root): ProductVersion => {
  // A copy without .git may be inside another repository, whose tags are not this product's.
  const top = git(dir, 'rev-parse', '--show-toplevel')
  const isOurs = top !== null && realpathSync(top) === realpathSync(dir)
  const described = isOurs ? git(dir, 'describe', '--tags', '--match', 'v[0-9]*', '--dirty') : null
  const written = (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string }).version
  return {
    version: env['PRODUCT_VERSION']?.trim() || (described?.slice(1) ?? written),
    commit: env['PRODUCT_COMMIT']?.trim() || (isOurs ? git(dir, 'rev-parse', 'HEAD') : null),
  }
}

let vars: Record<string, string> | null = null
/** As variables, for every tool and the runner, and for the Worker's vars. Read once a process. */
export const versionVars = (): Record<string, string> => {
  if (vars !== null) return vars
  const { version, commit } = productVersion()
  vars = { PRODUCT_VERSION: version, ...(commit === null ? {} : { PRODUCT_COMMIT: commit }) }
  return vars
}
