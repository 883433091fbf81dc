// A press has an end because every call goes by one function (web/lib/api/http.ts, whose test presses all of them), and its button is busy
// by one of two hooks. Who calls or waits otherwise says here why it ends, too.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const CALLS: Record<string, string> = {
  'web/lib/api/http.ts': 'the function itself',
  'web/lib/api/upload.ts': 'its forms: given up once nothing moves',
  'web/lib/api/connection.ts': 'the probe of the line, with 4 s',
  'web/app/choose-language.ts': 'whether this very page can be loaded anew, which the browser does by itself otherwise',
  'web/functions/api/[[path]].ts': 'no page: it hands calls to the Worker',
  'web/functions/plain-page.ts': 'no page: it hands the calls of plain pages to the Worker',
}
const WAITS: Record<string, string> = {
  'web/lib/api/use-action.ts': 'ends with its call',
  'web/lib/lists/use-row-action.ts': 'ends with its call and the list, after 15 s at most',
  'web/lib/lists/use-export.ts': 'a file, given up once nothing of it comes',
  'web/features/money/withdraw/use-download.ts': 'a file, given up once nothing of it comes',
  'web/features/sending/number-checks/use-download.ts': 'a file, given up once nothing of it comes',
  'web/lib/payouts/proof-button.tsx': 'a file, given up once nothing of it comes',
}
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '') }))
const having = (what: RegExp): string[] => sources.filter(({ code }) => what.test(code)).map(({ file }) => file)

test('only these call a server', () => {
  expect(
    having(/(?<![.\w])fetch\b(?!:)|\.fetch\(|XMLHttpRequest|sendBeacon|useMutation|EventSource/).toSorted(),
  ).toEqual(Object.keys(CALLS).toSorted())
})

test('only these keep a button busy', () => {
  expect(having(/\bsetBusy\b|\bbusy: true\b/).toSorted()).toEqual(Object.keys(WAITS).toSorted())
})
