// Every field of an account's document belongs to one room, and only that room's files assign to it. The compiler says which field a word of
// the source means, so the document may be called anything where it is changed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { API, type Project, type Symbol as Meaning, type Type } from 'typescript/unstable/sync'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { root } from '../../scripts/stack/shell.ts'

const FOLDER = join(root, 'durable-objects/account-blast')
const ROOMS =
  'document tables core settle one-off source claim send session opt-outs outcome run number-check privacy backup turn'.split(
    ' ',
  )
/** Who changes what a field holds. Parts of the document and of a run have their room in their name. */
const HOLDS: Readonly<Record<string, string>> = {
  Link: 'session',
  Holder: 'session',
  Wait: 'send',
  RunTally: 'outcome',
  EndedRun: 'run',
  Check: 'number-check',
  // document/marks.ts
  CheckMark: 'document',
  Handled: 'turn',
}

const MUTATES = new Set(['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'])
const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()
const roomOf = (path: string): string | undefined => path.slice(FOLDER.length + 1).split('/')[0]
const each = (node: Node, look: (node: Node) => void): void => {
  look(node)
  node.forEachChild((child) => each(child, look))
}

const opened: API[] = []
afterAll(() => {
  for (const api of opened) api.close()
})
/** @param planted files with other words than on the disk */
const projectOf = (planted: Readonly<Record<string, string>> = {}): Project => {
  const api = new API({ cwd: root, fs: { readFile: (path) => planted[path] } })
  opened.push(api)
  const [project] = api.updateSnapshot({ openProject: join(root, 'tsconfig.worker.json') }).getProjects()
  if (!project) throw new Error('no project')
  return project
}
const asItIs = projectOf()
const filesOf = (project: Project): string[] =>
  project.program.getSourceFileNames().filter((file) => file.startsWith(`${FOLDER}/`))
const fieldsOf = (file: string, alias: string): string[] => {
  const { program, checker } = asItIs
  let type: Type | undefined
  program.getSourceFile(join(FOLDER, file))?.forEachChild((node) => {
    if (is.isTypeAliasDeclaration(node) && node.name.text === alias) type = checker.getTypeAtLocation(node.name)
  })
  return type ? checker.getPropertiesOfType(type).map(({ name }) => name) : []
}

/** Which part of the document declares it, and whose that is; null: it is no field of the document. */
const fieldOf = (project: Project, meaning: Meaning | undefined): { name: string; owner: string } | null => {
  for (const handle of meaning?.declarations ?? []) {
    if (!handle.path.startsWith(`${FOLDER}/document/`)) continue
    let node: Node | undefined = handle.resolve(project)
    while (node && !is.isTypeAliasDeclaration(node)) node = node.parent
    const alias = node && is.isTypeAliasDeclaration(node) ? node.name.text : ''
    const part = /^(\w+?)(?:Run)?Part$/.exec(alias)?.[1]
    const owner = part === undefined ? HOLDS[alias] : kebab(part)
    if (owner !== undefined) return { name: `${alias}.${meaning?.name}`, owner }
  }
  return null
}

/** The field that an expression is, or is inside of. */
const meant = (project: Project, node: Node): ReturnType<typeof fieldOf> => {
  const { checker } = project
  if (is.isPropertyAccessExpression(node))
    return fieldOf(project, checker.getSymbolAtLocation(node.name)) ?? meant(project, node.expression)
  if (is.isElementAccessExpression(node) || is.isNonNullExpression(node) || is.isParenthesizedExpression(node))
    return meant(project, node.expression)
  if (!is.isIdentifier(node)) return null
  // a variable for it: what it was taken from
  const from = checker.getSymbolAtLocation(node)?.valueDeclaration?.resolve(project)
  if (from && is.isVariableDeclaration(from)) return from.initializer ? meant(project, from.initializer) : null
  if (!from || !is.isBindingElement(from)) return null
  const whole = checker.getTypeAtLocation(from.parent)
  const key = from.propertyName ?? from.name
  return whole && key && is.isIdentifier(key) ? fieldOf(project, checker.getPropertyOfType(whole, key.text)) : null
}

/** Fields that this piece of a file assigns to, or changes inside. */
const changedAt = (project: Project, node: Node): ReturnType<typeof fieldOf>[] => {
  const { checker } = project
  const isStep = (kind: SyntaxKind): boolean => kind === SyntaxKind.PlusPlusToken || kind === SyntaxKind.MinusMinusToken
  if (is.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    if (kind < SyntaxKind.FirstAssignment || kind > SyntaxKind.LastAssignment || is.isIdentifier(node.left)) return []
    if (is.isPropertyAccessExpression(node.left) || is.isElementAccessExpression(node.left))
      return [meant(project, node.left)]
    const inside: ReturnType<typeof fieldOf>[] = []
    each(node.left, (part) => void (is.isPropertyAccessExpression(part) && inside.push(meant(project, part))))
    return inside
  }
  if (is.isDeleteExpression(node)) return [meant(project, node.expression)]
  if ((is.isPrefixUnaryExpression(node) || is.isPostfixUnaryExpression(node)) && isStep(node.operator))
    return [meant(project, node.operand)]
  if (!is.isCallExpression(node) || !is.isPropertyAccessExpression(node.expression)) return []
  const { name, expression: on } = node.expression
  if (MUTATES.has(name.text)) return [meant(project, on)]
  if (name.text !== 'assign') return []
  const [target, ...sources] = node.arguments
  const into = target && checker.getTypeAtLocation(target)
  return sources.flatMap((source) => {
    const type = checker.getTypeAtLocation(source)
    const given = type ? checker.getPropertiesOfType(type) : []
    return given.map((one) => fieldOf(project, (into && checker.getPropertyOfType(into, one.name)) ?? one))
  })
}

const trespassesOf = (project: Project): string[] => {
  const found = filesOf(project).flatMap((file) => {
    const source = project.program.getSourceFile(file)
    const changed: string[] = []
    if (source)
      each(source, (node) => {
        for (const field of changedAt(project, node))
          if (field && field.owner !== roomOf(file)) changed.push(`${roomOf(file)}: ${field.name}`)
      })
    return changed
  })
  return [...new Set(found)].toSorted()
}

test('every field of the document stands in one part, and every part is a room’s', () => {
  const text = readFileSync(join(FOLDER, 'document/document.ts'), 'utf8')
  const parts = [...text.matchAll(/^(?:export )?type (\w+)Part = /gm)].map(([, name = '']) => name)
  const whole = fieldsOf('document/document.ts', 'AccountDocument')
  expect(whole.length).toBeGreaterThan(70)
  expect(parts.flatMap((name) => fieldsOf('document/document.ts', `${name}Part`)).toSorted()).toEqual(whole.toSorted())
  expect(parts.filter((name) => !ROOMS.includes(kebab(name)))).toEqual([])
})

test('only the room that owns a field assigns to it', () => expect(trespassesOf(asItIs)).toEqual([]))

/** Each as somebody could write it, and the field that it changes. */
const PLANTED: Readonly<Record<string, string>> = {
  'doc.base = "unknown"': 'SessionPart.base',
  'doc.sentToday += 1': 'SendPart.sentToday',
  'doc.resets++': 'OutcomePart.resets',
  'delete doc.timers.pump': 'CorePart.timers',
  'const { guards } = doc; guards.pump = 1': 'CorePart.guards',
  'const work = doc.run; if (work) work.attempted = 1': 'OutcomeRunPart.attempted',
  'doc.buffer.push()': 'ClaimPart.buffer',
  'if (doc.check?.query) doc.check.query.at = 0': 'Check.at',
  'Object.assign(doc, { linked: true })': 'SessionPart.linked',
  'const all = { doc }; [all.doc.epoch] = [1]': 'SessionPart.epoch',
}
test('it is found however it is written', () => {
  const file = join(FOLDER, 'turn/closed-person.ts')
  const doc = "doc: import('../document/document.ts').AccountDocument"
  const planted = Object.keys(PLANTED).map((words, i) => `export const planted${i} = (${doc}) => { ${words} }`)
  const text = [readFileSync(file, 'utf8'), ...planted].join('\n')
  const found = trespassesOf(projectOf({ [file]: text }))
  expect(found).toEqual(
    Object.values(PLANTED)
      .map((field) => `turn: ${field}`)
      .toSorted(),
  )
})

/** What the files of a room touch of the core, and what its port names. `doc` and `account` every room has. */
const touchedIn = (room: string): { touched: string[]; named: string[] } => {
  const { checker, program } = asItIs
  const members = new Set(fieldsOf('core/core.ts', 'Core').filter((name) => name !== 'doc' && name !== 'account'))
  const touched = new Set<string>()
  const named = new Set<string>()
  const note = (meaning: Meaning | undefined): void => {
    const isOfCore = meaning?.declarations.some(({ path }) => path === join(FOLDER, 'core/core.ts'))
    if (isOfCore && members.has(meaning?.name ?? '')) touched.add(meaning?.name ?? '')
  }
  for (const file of filesOf(asItIs).filter((one) => roomOf(one) === room)) {
    const source = program.getSourceFile(file)
    if (!source) continue
    each(source, (node) => {
      if (is.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name))
      if (is.isBindingElement(node)) {
        const whole = checker.getTypeAtLocation(node.parent)
        const key = node.propertyName ?? node.name
        if (whole && key && is.isIdentifier(key)) note(checker.getPropertyOfType(whole, key.text))
      }
      if (file.endsWith('/port.ts') && is.isLiteralTypeNode(node) && is.isStringLiteral(node.literal))
        named.add(node.literal.text)
    })
  }
  return { touched: [...touched].toSorted(), named: [...named].toSorted() }
}
// what a port has only because another room needs it, its own files must not use unseen
test.each(ROOMS.slice(ROOMS.indexOf('settle')))('the port of %s names what it touches of the core, no more', (room) => {
  const { touched, named } = touchedIn(room)
  expect(named).toEqual(touched)
})
