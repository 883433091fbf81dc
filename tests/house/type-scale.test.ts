// The page has four sizes, home's figure, and two weights (web/styles.css). A class outside of them steps off, or does nothing.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file))
const OFF =
  /\b(text-(lg|xl|2xl|5xl|6xl|7xl|8xl|9xl)|font-(thin|extralight|light|medium|bold|extrabold|black))\b|\btext-\[(?!13px\])\d[^\]]*\]/g

test('every class of type is on the scale', () => {
  expect(sources.length).toBeGreaterThan(300)
  const off = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(OFF)].map(([found]) => `${file}: ${found}`),
  )
  expect(off).toEqual([])
})
