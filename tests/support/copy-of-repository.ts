// A copy of the repository that a test may change: every file that a clone has, changes of now included, with the packages installed here.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/stack/shell.ts'

export const copyOfRepository = (to: string): void => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  // git names what was deleted and not committed, too
  for (const file of new Set(files.split('\0').filter((name) => name !== '' && existsSync(join(root, name))))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file), { force: true })
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
}
