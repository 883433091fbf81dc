// The texts in source files, for the house tests that say how we speak.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-of-walls'
import { root } from '../../scripts/stack/shell.ts'

/** What only code reads has no space in it and begins small: names of fields, states; or is a route, or an SQL condition. */
const isText = (words: string): boolean => /^[A-Z“]|\s/.test(words) && !/^(GET|POST|PUT|DELETE) \//.test(words)

/** TypeScript files below these folders, tests left out. */
export const sourcesIn = (...folders: string[]): string[] =>
  execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && existsSync(join(root, file)))

/** Literals as they stand in the code; what is filled into a template shows as …, or as its code where a text is quoted. */
export const textsOf = (file: string): string[] => {
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    else if (ts.isTemplateExpression(node)) {
      found.push(node.getText(source).slice(1, -1))
      for (const { expression } of node.templateSpans) look(expression)
    } else if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) ts.forEachChild(node, look)
  }
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  look(source)
  return found.filter(isText)
}
