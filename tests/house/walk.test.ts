// The README's walk of one message is followed: each function stands in its file, and its body calls the next.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const walk = [...read('README.md').matchAll(/^\| `([^`]+\.ts)` \| `([^`]+)` \| `([^`]+)` \|/gm)].map(
  ([, file = '', name = '', calls = '']) => ({ file, name, calls }),
)

/** From the line that declares it to the line that closes it, at the same indent; null: the file has no such function. */
const bodyOf = (file: string, name: string): string | null => {
  const lines = read(file).split('\n')
  const word = name.replace(/[/#]/g, String.raw`\$&`)
  const declared = name.includes(' ')
    ? new RegExp(`^door\\(\\w+, '${word}'`)
    : new RegExp(`^ *(?:export )?(?:const ${word} = |(?:override )?(?:async )?${word}\\()`)
  const from = lines.findIndex((line) => declared.test(line) && /[{(,]$|=>/.test(line))
  if (from < 0) return null
  const indent = /^ */.exec(lines[from] ?? '')?.[0] ?? ''
  const closing = new RegExp(`^${indent}[})\\]]`)
  const to = lines.findIndex((line, at) => at > from && closing.test(line) && !/[{(]$/.test(line))
  return lines.slice(from + 1, to < 0 ? undefined : to + 1).join('\n')
}

test('the walk leads from the click to the money', () => {
  expect(walk.length).toBeGreaterThan(15)
  expect(walk.map(({ file }) => file.split('/')[0])).toEqual(
    expect.arrayContaining(['worker', 'durable-objects', 'runner', 'web', 'domain']),
  )
})

describe('one message', () => {
  test.each(walk)('$name calls $calls in $file', ({ file, name, calls }) => {
    const body = bodyOf(file, name)
    expect(body, `${file} has no ${name}`).not.toBeNull()
    expect(body).toMatch(new RegExp(String.raw`(?<!\w)${calls}(?:\(|<)`))
  })
})
