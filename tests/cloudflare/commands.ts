// The commands of docs/operations.md, and which of them an op of the tests has not run, with their flags, to a good end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Op } from './op.ts'

export const commandsOf = (op: Op): { commands: string[]; notRun: string[] } => {
  const scripts = (
    JSON.parse(readFileSync(join(op.repository, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  ).scripts
  const document = readFileSync(join(op.repository, 'docs/operations.md'), 'utf8')
  const commands = [...document.matchAll(/^```sh\n([^`]*)^```/gm)]
    .flatMap((block) => (block[1] ?? '').split('\n'))
    .filter((line) => line.startsWith('npm run '))
  const notRun = commands.filter((command) => {
    const [, name = '', words = ''] = /^npm run ([\w-]+)(?: -- (.*))?$/.exec(command) ?? []
    const file = /^node scripts\/run\.mjs (\S+)/.exec(scripts[name] ?? '')?.[1]
    return !op.succeeded.some(
      ({ script, args }) => script === file && words.split(' ').every((word) => word === '' || args.includes(word)),
    )
  })
  return { commands, notRun }
}
