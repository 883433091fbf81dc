// The storage map and the README are compared with what is there, so that they cannot drift unseen.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { RETENTIONS } from '../../domain/operation/retention/rules.ts'
import { KEPT_BY, type Life } from '../../durable-objects/retention-rules.ts'
import { root } from '../../scripts/stack/shell.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const under = (dir: string): string[] =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(dir, name))
const namesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map((m) => m[1] ?? '')),
]
const map = read('docs/storage.md')

/** How the map says a time; a longer text before one that it begins with. */
const TIMES = {
  'the longer of 90 days': 90 * DAY_MS,
  '5 years': 5 * 365.25 * DAY_MS,
  '90 days': 90 * DAY_MS,
  '35 days': 35 * DAY_MS,
  '30 days': 30 * DAY_MS,
  'half a year': 183 * DAY_MS,
  'a year': 365 * DAY_MS,
  'a week': 7 * DAY_MS,
  // with the minute that is under way
  'a day': DAY_MS + MINUTE_MS,
  '24 hours': DAY_MS,
  'an hour': HOUR_MS,
  '2 min': 2 * MINUTE_MS,
}

const timeOf = (says: string): number | undefined =>
  Object.entries(TIMES).find(([words]) => says.startsWith(words))?.[1]

describe('the storage map', () => {
  const migrations = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'))
  const statements = migrations.map((name) => read(`migrations/${name}`)).join('\n')
  const renamed = namesIn(statements, /ALTER TABLE `(\w+)` RENAME TO/g)
  const tables = namesIn(statements, /CREATE TABLE `(\w+)`/g).filter((table) => !renamed.includes(table))
  const firstCells = (map.split('## Objects')[0] ?? '').split('\n').map((line) => line.split('|')[1] ?? '')
  test.each(tables)('names the table %s, once', (table) => {
    expect(firstCells.filter((cell) => cell.includes(`\`${table}\``))).toHaveLength(1)
  })
  test('says in one sentence which tables are in no backup', () => {
    // its types are the Worker's: read as text
    const list =
      /const LEFT_OUT = new Set\(\[([\s\S]*?)\]\)/.exec(read('domain/operation/backup/table-store.ts'))?.[1] ?? ''
    const leftOut = namesIn(list, /'(\w+)'/g)
    expect(leftOut).toContain('sessions')
    const sentence = /In no backup are([\s\S]*?)\./.exec(map)?.[1] ?? ''
    expect(
      namesIn(sentence, /`(\w+)`/g)
        .filter((name) => name !== 'nonces')
        .toSorted(),
    ).toEqual(tables.filter((table) => leftOut.includes(table)).toSorted())
  })
  test('rule retention: every table has a time in the list that the hourly job deletes by, and the map says the same', () => {
    expect(Object.keys(RETENTIONS).toSorted()).toEqual(tables.toSorted())
    const lives = (map.split('## Objects')[0] ?? '').split('\n').map((line) => line.split('|'))
    const lifeOf = (table: string): string => lives.find((cells) => cells[1]?.includes(`\`${table}\``))?.[4] ?? ''
    for (const [table, life] of Object.entries(RETENTIONS)) {
      if (life.kept === 'for ever')
        expect([table, lifeOf(table)]).toEqual([table, expect.stringMatching(/for ever|stays/)])
      if (life.kept === 'until deleted')
        expect([table, lifeOf(table)]).toEqual([table, expect.stringContaining('until')])
      if (life.kept !== 'for a time' && life.kept !== 'by the cron') continue
      expect([table, lifeOf(table)]).toEqual([table, expect.stringContaining(life.says)])
      if (life.kept === 'by the cron') continue
      expect([table, life.column === 'expires_at' || life.afterMs === timeOf(life.says)]).toEqual([table, true])
    }
  })
  const steps = under('durable-objects').map(read).join('\n')
  const dropped = namesIn(steps, /drop table (\w+)/g)
  const objects = namesIn(steps, /create table if not exists (\w+)/g).filter((table) => !dropped.includes(table))
  test('rule retention: every table of an object is in the list of its class, and the map says the same life, once', () => {
    expect([...new Set(Object.values(KEPT_BY).flatMap(Object.keys))].toSorted()).toEqual(objects.toSorted())
    const part = (map.split('## Objects')[1] ?? '').split('## R2')[0] ?? ''
    let classes: string[] = []
    const told = part.split('\n').flatMap((line) => {
      const [, named = '', tables = '', , life = ''] = line.split('|')
      // an empty cell repeats the class above
      if (named.trim() !== '') classes = namesIn(named, /`(\w+)`/g)
      // its rows are a library's
      if (classes.includes('RunnerContainer')) return []
      return classes.flatMap((kind) => namesIn(tables, /`(\w+)`/g).map((table) => ({ kind, table, life: life.trim() })))
    })
    const listed = Object.entries(KEPT_BY).flatMap(([kind, lives]) =>
      Object.entries<Life>(lives).map(([table, life]) => ({ kind, table, life })),
    )
    const nameOf = ({ kind, table }: { kind: string; table: string }): string => `${kind}: ${table}`
    expect(told.map(nameOf).toSorted()).toEqual(listed.map(nameOf).toSorted())
    for (const one of listed) {
      const { life } = one
      const said = told.find((other) => nameOf(other) === nameOf(one))?.life
      expect([nameOf(one), said]).toEqual([nameOf(one), expect.stringContaining(life.says)])
      if (life.kept === 'for a time' && life.afterMs > 0)
        expect([nameOf(one), timeOf(life.says)]).toEqual([nameOf(one), life.afterMs])
    }
  })
  test('says everything that the page keeps in a browser', () => {
    const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js)$/.test(name) && !/\.test\.|(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => read(`web/${name}`))
    const keeping = files.filter((text) => /\b((local|session)Storage|caches)\b|\bKEPT_LINK = /.test(text))
    const kept = keeping.flatMap((text) =>
      namesIn(
        text,
        /(?:const (?!HOME_KEPT)[A-Z_]+ = '|`|(?:get|set|remove)Item\(')([a-zA-Z][\w-]*(?:(?=')|:(?='|\$\{)))/g,
      ),
    )
    const cells = (map.split('## Browser')[1] ?? '').split('\n## ')[0]?.split('\n') ?? []
    const told = namesIn(cells.map((line) => line.split('|')[1] ?? '').join('\n'), /^ `([\w-]+:?)/gm)
    // the device's cookie is the server's; HOME_KEPT is a name inside of `numbers:`
    expect([...new Set([...kept, 'device'])].toSorted()).toEqual(told.toSorted())
  })
})

describe('the README', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  test.each(namesIn(read('README.md'), /npm run ([\w-]+)/g))('names a command that exists: %s', (name) => {
    expect(Object.keys(scripts)).toContain(name)
  })
  test('every command installs first what is missing', () => {
    for (const command of Object.values(scripts)) expect(command).toMatch(/^node scripts\/run\.mjs /)
  })
})

describe('the pages for people', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ]
  const linksOf = (page: string): string[] =>
    namesIn(read(page), /\]\(([^)#]+)(?:#[^)]*)?\)/g).filter((link) => !/^[a-z]+:/.test(link))
  test.each(pages)('%s leads nowhere else than to what is there', (page) => {
    expect(linksOf(page).filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([])
  })
  test('every page of docs/ is in its index', () => {
    const index = linksOf('docs/README.md').map((link) => join('docs', link))
    const top = readdirSync(join(root, 'docs')).filter((name) => !['README.md', 'images'].includes(name))
    expect(top.map((name) => join('docs', name)).filter((name) => !index.includes(name))).toEqual([])
  })
  test('the README shows a few small pictures, and no other is kept but what browsers install', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
    const shown = pages.flatMap((page) => linksOf(page).map((link) => join(dirname(page), link)))
    const unseen = (file: string): boolean => !file.startsWith('web/public/') && !shown.includes(file)
    const pictures = tracked.filter((file) => /\.(png|webp|jpe?g|gif|avif|svg)$/.test(file))
    expect(pictures.filter(unseen)).toEqual([])
    const images = pictures.filter((file) => file.startsWith('docs/images/'))
    expect(images.length).toBeLessThanOrEqual(6)
    for (const image of images) expect(statSync(join(root, image)).size).toBeLessThan(250_000)
  })
})

describe('decision records', () => {
  const records = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name))
  test('are numbered from 1 without a gap, and all in their index', () => {
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, at) => at + 1))
    const index = read('docs/decisions/README.md')
    expect(records.filter((name) => !index.includes(`](${name})`))).toEqual([])
  })
  test.each(records)('%s has its number as a title, a problem and a decision', (name) => {
    const text = read(`docs/decisions/${name}`)
    expect(text.slice(0, 7)).toBe(`# ${name.slice(0, 4)} `)
    expect(text).toMatch(/^\*\*Problem\.\*\*/m)
    expect(text).toMatch(/^\*\*Decision\b/m)
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(400)
  })
  test('a record that a later one replaces or changes says so in its first line, as that one does', () => {
    const mark = /\b(Replace|Change)(s|d by) ((?:\[\d{4}\]\([^)]+\)(?:, | and )?)+)/g
    const marks = records.flatMap((name) => {
      const number = name.slice(0, 4)
      const first = read(`docs/decisions/${name}`).split('\n')[2] ?? ''
      return [...first.matchAll(mark)].flatMap(([, verb, way, links = '']) =>
        [...links.matchAll(/\[(\d{4})\]/g)].map(([, other]) => ({
          way,
          pair: way === 's' ? `${number} ${verb}s ${other}` : `${other} ${verb}s ${number}`,
        })),
      )
    })
    const pairs = (way: string): string[] => marks.flatMap((each) => (each.way === way ? each.pair : [])).toSorted()
    expect(pairs('s')).toEqual(pairs('d by'))
    expect(pairs('s').length).toBeGreaterThan(10)
    const inPassing = /\) changes that\b|^(Replaced|Changed) by \[/m
    const late = (name: string): boolean =>
      inPassing.test(read(`docs/decisions/${name}`).split('\n').slice(3).join('\n'))
    expect(records.filter(late)).toEqual([])
  })
})

describe('a deployment', () => {
  test('knows no demo sign-in', () => {
    const deployed = ['worker', 'domain', 'durable-objects', 'contract', 'runner'].flatMap(under).map(read).join('\n')
    expect(deployed).not.toMatch(/demo\.test|demo12345/)
    expect(migrations()).not.toMatch(/demo\.test/)
  })
  const migrations = (): string =>
    readdirSync(join(root, 'migrations'))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => read(`migrations/${name}`))
      .join('\n')
})
