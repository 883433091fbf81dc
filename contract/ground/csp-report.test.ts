import { expect, test } from 'vitest'
import { cspReport } from './csp-report.ts'

test('both forms of a report are read, without what an address may hold of a person', () => {
  expect(
    cspReport.parse({
      'csp-report': {
        'document-uri': 'https://kirim.test/opt-out/eyJhbGciOi?number=62812',
        'violated-directive': 'style-src-elem',
        'blocked-uri': 'inline',
        'script-sample': 'rahasia',
      },
    }),
  ).toEqual([{ page: 'https://kirim.test/opt-out', directive: 'style-src-elem', blocked: 'inline' }])
  expect(
    cspReport.parse([
      { type: 'deprecation', body: { id: 'x' } },
      {
        type: 'csp-violation',
        url: 'https://kirim.test/dashboard',
        body: {
          documentURL: 'https://kirim.test/dashboard',
          effectiveDirective: 'img-src',
          blockedURL: 'data:image/png;base64,AAAA',
        },
      },
    ]),
  ).toEqual([{ page: 'https://kirim.test/dashboard', directive: 'img-src', blocked: 'data:' }])
})

test('what is no address and no word of a policy is left out', () => {
  const report = { 'document-uri': '6281234567890', 'effective-directive': '0812 3456', 'blocked-uri': 'Sari Dewi' }
  expect(cspReport.parse({ 'csp-report': report })).toEqual([{ page: '', directive: '', blocked: '' }])
})

test.each([[{}], [[{ type: 5 }]], ['text'], [{ 'csp-report': { 'document-uri': 'x'.repeat(3_000) } }]])(
  'another body is refused: %j',
  (body) => {
    expect(cspReport.safeParse(body).success).toBe(false)
  },
)
