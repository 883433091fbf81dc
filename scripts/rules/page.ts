// docs/rules.md: its texts are written by hand, its links are made of the citations: `(rule cooldown)` in a comment of code, `rule cooldown:` at the
// start of a test's title. A kept fault says which rule it takes away; the files that such faults change are where the rule is enforced, and stand first.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { FAULTS } from '../../tests/mutate/faults.ts'
import { root } from '../stack/shell.ts'

export const RULES_PAGE = 'docs/rules.md'
/** Text: without the heading, and without its links. */
export type Rule = { name: string; section: string; text: string; code: string[]; tests: string[] }

const NAME = '[a-z0-9-]+'
const IN_COMMENT = new RegExp(`\\(rules? (${NAME}(?:, ${NAME})*)\\)`, 'g')
const IN_TITLE = new RegExp(`['"\`]rules? (${NAME}(?:, ${NAME})*):`, 'g')
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const isCode = (file: string): boolean => /\.tsx?$/.test(file) && !file.startsWith('tests/') && !isTest(file)

/** By file: the rules that it cites. A comment may break its line inside of a list. */
type Citations = { code: ReadonlyMap<string, readonly string[]>; tests: ReadonlyMap<string, readonly string[]> }
export const citations = (): Citations => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = [...new Set(listed.split('\n'))].filter((file) => existsSync(join(root, file))).sort()
  const cited = (file: string, form: RegExp): readonly [string, string[]] => {
    const text = readFileSync(join(root, file), 'utf8').replace(/\n\s*(?:\/\/|\*) ?/g, ' ')
    return [file, [...text.matchAll(form)].flatMap(([, names = '']) => names.split(', '))]
  }
  return {
    code: new Map(files.filter(isCode).map((file) => cited(file, IN_COMMENT))),
    tests: new Map(files.filter(isTest).map((file) => cited(file, IN_TITLE))),
  }
}

const link = (file: string): string => `[${file}](../${file})`
const filesWith = (cited: ReadonlyMap<string, readonly string[]>, name: string): string[] =>
  [...cited].filter(([, names]) => names.includes(name)).map(([file]) => file)
/** Where a kept fault takes the rule away first, then all others by name. */
const codeOf = ({ code }: Citations, name: string): string[] => {
  const enforced = FAULTS.filter(({ rule }) => rule === name).flatMap(({ edits }) => edits.map(({ file }) => file))
  return [...new Set([...enforced, ...filesWith(code, name)])]
}
const textOf = (part: string): string => part.split('\n- Code:', 1)[0]?.trim() ?? ''

/** @param page what docs/rules.md says */
export const rulesOf = (page: string, cited: Citations): Rule[] =>
  page
    .split(/^## /m)
    .slice(1)
    .flatMap((whole) => {
      const section = whole.slice(0, whole.indexOf('\n'))
      return whole
        .split(/^### /m)
        .slice(1)
        .map((part) => {
          const name = part.slice(0, part.indexOf('\n'))
          const text = textOf(part.slice(name.length))
          return { name, section, text, code: codeOf(cited, name), tests: filesWith(cited.tests, name) }
        })
    })

/** The page with the links that its citations make. */
export const withLinks = (page: string, cited: Citations): string => {
  const rules = new Map(rulesOf(page, cited).map((rule) => [rule.name, rule]))
  return (
    page
      .replace(/^### (.+)\n[\s\S]*?(?=^## |^### |$(?![\s\S]))/gm, (part, name: string) => {
        const rule = rules.get(name)
        if (!rule) return part
        const links = [`- Code: ${rule.code.map(link).join(', ')}`, `- Tests: ${rule.tests.map(link).join(', ')}`]
        return `### ${name}\n\n${rule.text}\n\n${links.join('\n')}\n\n`
      })
      .trimEnd() + '\n'
  )
}
