// An op at work: a copy of the repository, the double as the account, and our commands run as a person types them.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../scripts/stack/ports.ts'
import { root, runTool } from '../../scripts/stack/shell.ts'
import { startDouble } from './double/double.ts'

/** Every file that a clone has, changes of now included; packages are those that are installed here. */
const copyOfRepository = (to: string): void => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of new Set(files.split('\0').filter((name) => name !== ''))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file), { force: true })
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
}

export type Op = Awaited<ReturnType<typeof newOp>>
export const newOp = async () => {
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-op-'))
  const repository = join(home, 'repository')
  mkdirSync(repository)
  copyOfRepository(repository)
  const double = await startDouble(join(home, 'cloudflare'), freePort)
  return {
    repository,
    double,
    /** `npm run NAME -- …args` without npm: what npm would run, in the copy. */
    run: (script: string, args: readonly string[], env: Record<string, string | undefined> = {}) =>
      runTool('node', [join(repository, script), ...args], {
        cwd: repository,
        env: { ...double.environment, ...env },
      }),
    close: async (): Promise<void> => {
      await double.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
