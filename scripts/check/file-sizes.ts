// Refuses files of more than 300 lines, which are hard to keep in mind, and counts those of more than 200.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runTool } from '../stack/shell.ts'
import type { Outcome } from './steps.ts'

const LARGE = 200
const FAIL = 300
const SOURCE = /\.(ts|tsx|mjs|cjs|css|html)$/

export const fileSizes = async (): Promise<Outcome> => {
  const { code, output } = await runTool('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  if (code !== 0) return { ok: false, note: output }
  const sizes: { file: string; lines: number }[] = []
  for (const file of output.split('\n')) {
    if (!SOURCE.test(file) || file.startsWith('migrations/')) continue
    const text = await readFile(join(root, file), 'utf8').catch(() => null)
    if (text !== null) sizes.push({ file, lines: text.split('\n').length - 1 })
  }
  sizes.sort((a, b) => b.lines - a.lines)
  const line = (s: { file: string; lines: number }): string => `${s.lines} lines: ${s.file}`
  const long = sizes.filter((s) => s.lines > FAIL)
  if (long.length > 0) return { ok: false, note: `over ${FAIL} lines, split:\n${long.map(line).join('\n')}` }
  const large = sizes.filter((s) => s.lines > LARGE).length
  const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0
  return { ok: true, note: `${sizes.length} files, median ${median} lines, ${large} over ${LARGE}` }
}
