// How a program of this repository's packages is started: its own JavaScript file on this Node, the same way on every
// system. The files of node_modules/.bin are shell scripts, or .cmd files that Windows runs only through a shell.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = {
  bin?: string | Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest

const scriptOf = (root: string, command: string): string | null => {
  const { dependencies, devDependencies } = read(join(root, 'package.json'))
  // most programs have their package's name
  for (const name of [command, ...Object.keys({ ...dependencies, ...devDependencies })]) {
    const folder = join(root, 'node_modules', name)
    if (!existsSync(join(folder, 'package.json'))) continue
    const { bin } = read(join(folder, 'package.json'))
    const file = typeof bin === 'string' ? (name === command ? bin : undefined) : bin?.[command]
    if (file !== undefined) return join(folder, file)
  }
  return null
}

export type Program = { file: string; args: string[] }
/** What to spawn, without a shell, for a program of these packages, for `node`, or for any other program of the machine. */
export const programOf = (root: string, command: string, args: readonly string[]): Program => {
  if (command === 'node') return { file: process.execPath, args: [...args] }
  const script = scriptOf(root, command)
  return script === null ? { file: command, args: [...args] } : { file: process.execPath, args: [script, ...args] }
}
