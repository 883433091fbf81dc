// One of the simulator's programs, run to its end: what its last line says.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** @param script in tests/simulate/ @throws Error when it ends without its figures. */
export const simulated = async <T>(script: string, ...sizes: (number | string)[]): Promise<T> => {
  const at = (path: string): string => join(import.meta.dirname, '../simulate', path)
  const child = spawn(process.execPath, ['--import', at('platform/loader.ts'), at(script), ...sizes.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const part of child.stdout) text += String(part)
  const last = text.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(`${script} did not come to its end`)
  return JSON.parse(last) as T
}
