// Runs one program to its end and collects its output, for steps that print one line.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { localOnly, quiet } from '../env.mjs'
import { versionVars } from '../version.ts'
import { programOf } from './programs.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')
const bin = `${root}/node_modules/.bin`
/** Programs of this repository come before those of the machine. */
export const toolEnv = (extra: Record<string, string | undefined> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...quiet,
  ...localOnly(process.env),
  ...versionVars(),
  PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}`,
  ...extra,
})

export type Finished = { code: number; output: string; ms: number }
export const runTool = (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string | undefined>; input?: string } = {},
): Promise<Finished> =>
  new Promise((done) => {
    const began = Date.now()
    let output = ''
    const program = programOf(root, command, args)
    const child = spawn(program.file, program.args, {
      cwd: options.cwd ?? root,
      env: toolEnv(options.env),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const keep = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
    child.on('error', (error) => done({ code: 127, output: `${command}: ${error.message}`, ms: Date.now() - began }))
    child.on('close', (code) => done({ code: code ?? 1, output, ms: Date.now() - began }))
  })

/** @throws Error with the program's whole output when its exit code is not 0 */
export const mustRun = async (...call: Parameters<typeof runTool>): Promise<Finished> => {
  const done = await runTool(...call)
  if (done.code !== 0) throw new Error(`${call[0]} ${call[1].join(' ')} ended with ${done.code}\n${done.output}`)
  return done
}
