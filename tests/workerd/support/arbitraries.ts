// Bodies, queries, ids and forms to throw at a route, made from the schemas that its door checks: near to what is right,
// and wrong in a place or two, or altogether.
import * as fc from 'fast-check'
import { z } from 'zod'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
}

const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  '%',
  '_',
  "'; drop table users; --",
  '" or 1=1 --',
  '\u0000',
  '\ud800',
  '🙏🏽'.repeat(40),
  '../..',
  'a'.repeat(3_000),
  '\u202e',
  '=cmd|calc',
  '<script>alert(1)</script>',
  '9'.repeat(400),
] as const
const odd = fc.oneof(
  fc.constantFrom<unknown>(...ODD_TEXTS),
  fc.integer(),
  fc.double(),
  fc.constantFrom<unknown>(-0, 2 ** 53, Number.MAX_VALUE, null, true, false, [], {}, [[]], { a: { b: [] } }),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
export const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'grapheme', maxLength: 30 }))

const textOf = (s: Schema, ids: readonly string[]): fc.Arbitrary<unknown> => {
  if (s.format === 'email') return fc.emailAddress()
  if (s.format === 'uri') return fc.webUrl()
  if (s.pattern) {
    try {
      return fc.stringMatching(new RegExp(s.pattern))
    } catch {
      return fc.string()
    }
  }
  const most = Math.min(s.maxLength ?? 60, 400)
  return fc.oneof(
    fc.string({ minLength: Math.min(s.minLength ?? 0, most), maxLength: most, unit: 'grapheme' }),
    fc.constantFrom(...ids),
    fc.integer({ min: 0, max: 99_999 }).map(String),
    fc.constantFrom('6281234567890', '0812-3456-7890', 'http://a.test:80', 'active', 'true', 'sandi-panjang', '08:00'),
  )
}
const valid = (s: Schema, ids: readonly string[]): fc.Arbitrary<unknown> => {
  const either = s.anyOf ?? s.oneOf ?? s.allOf
  if (either) return fc.oneof(...either.map((one) => valid(one, ids)))
  if (s.const !== undefined) return fc.constant(s.const)
  if (s.enum) return fc.constantFrom(...s.enum)
  const type = Array.isArray(s.type) ? s.type[0] : s.type
  switch (type) {
    case 'string':
      return textOf(s, ids)
    case 'integer':
    case 'number': {
      const low = Math.max(s.minimum ?? -10, -1e9)
      return fc.integer({ min: low, max: Math.max(low, Math.min(s.maximum ?? 1e9, 1e9)) })
    }
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(near(s.items ?? {}, ids), { maxLength: 4 })
    case 'object':
      return objectOf(s, ids)
    default:
      return odd
  }
}
/** Right most of the time. */
const near = (s: Schema, ids: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: valid(s, ids) }, { weight: 1, arbitrary: odd })
const objectOf = (s: Schema, ids: readonly string[]): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(Object.entries(s.properties ?? {}).map(([name, property]) => [name, near(property, ids)])),
    { requiredKeys: [] },
  )

const jsonSchemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
/** Also keys that nobody asked for, and things that are no object. */
export const bodyLike = (schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> => {
  const shaped = valid(jsonSchemaOf(schema), ids)
  const more = fc.dictionary(
    fc.constantFrom('id', 'role', 'user_id', 'status', '__proto__', 'constructor', 'toJSON'),
    odd,
    { maxKeys: 3 },
  )
  return fc.oneof(
    { weight: 8, arbitrary: shaped },
    { weight: 2, arbitrary: fc.tuple(shaped, more).map(([a, b]) => ({ ...(a as object), ...b })) },
    { weight: 1, arbitrary: odd },
  )
}
/** As a query string; every value well formed. */
export const queryLike = (schema: z.ZodType | undefined, ids: readonly string[]): fc.Arbitrary<string> => {
  const known = schema ? (jsonSchemaOf(schema).properties ?? {}) : {}
  const more = { user_id: { type: 'string' }, userId: { type: 'string' }, synced: { type: 'string' } }
  const values = objectOf({ properties: { ...more, ...known } }, ids) as fc.Arbitrary<Record<string, unknown>>
  return values.map((sent) => {
    const pairs = Object.entries(sent).map(
      ([key, value]) => `${key}=${encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`,
    )
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  })
}
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

const fileText = fc.oneof(
  fc
    .array(
      fc.array(oddText, { maxLength: 4 }).map((row) => row.join(',')),
      { maxLength: 6 },
    )
    .map((rows) => ['number,name', ...rows].join('\n')),
  fc
    .array(
      fc.array(oddText, { maxLength: 3 }).map((row) => row.map((c) => `"${c}"`).join(';')),
      { maxLength: 4 },
    )
    .map((rows) => `\ufeff"name";"number"\r\n${rows.join('\r\n')}`),
  fc.json({ maxDepth: 4 }),
  fc
    .array(fc.dictionary(fc.constantFrom('number', 'name', 'value', 'text', 'button', 'media', 'status'), odd), {
      maxLength: 4,
    })
    .map((rows) => JSON.stringify(rows)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', '[', '{"a":', '"', 'number;name\n"', '[{"number":', '\ufeff', ',,,\n,,,', '[[[[[[[[[['),
)
const bytes = fc.oneof(
  fileText.map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 300 }),
  // UTF-16, and Latin-1 beyond ASCII
  fileText.map((text) =>
    Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer)]),
  ),
  fileText.map((text) => Uint8Array.from(text, (c) => 0x80 | c.charCodeAt(0))),
  fc.constantFrom(
    Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Uint8Array.from([0xff, 0xd8, 0xff]),
  ),
)
const fileName = fc.constantFrom(
  'a.csv',
  'a.json',
  'a.png',
  'a',
  '',
  '../../a.csv',
  `${'n'.repeat(400)}.csv`,
  'ä\u0000.json',
  'a.csv.exe',
  '"; a=".csv',
)
export type Part = { name: string; value: string | { name: string; bytes: Uint8Array } }
/** Parts of a form: its fields and its file, missing, twice, huge, or a text where a file belongs. */
export const formLike = (schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<Part[]> => {
  const fields = Object.entries(jsonSchemaOf(schema).properties ?? {})
  const text = (s: Schema) =>
    fc.oneof(
      near(s, ids).map((v) => (typeof v === 'string' ? v : (JSON.stringify(v) ?? ''))),
      fc.constant('x'.repeat(40_000)),
    )
  const part: fc.Arbitrary<Part>[] = fields.map(([name, s]) => text(s).map((value) => ({ name, value })))
  const file = fc
    .tuple(fileName, bytes)
    .map(([name, content]): Part => ({ name: 'file', value: { name, bytes: content } }))
  const strange = fc
    .tuple(fc.constantFrom('file', 'FILE', 'x', ''), oddText)
    .map(([name, value]): Part => ({ name, value }))
  return fc
    .tuple(
      fc.oneof({ weight: 6, arbitrary: fc.tuple(file) }, fc.constant([])),
      fc.array(fc.oneof(...part, strange), { maxLength: 6 }),
    )
    .map(([files, others]) => [...others, ...files])
}
/** A multipart body that may be broken: its boundary, its headers, its end. */
export const brokenForm = fc
  .tuple(
    fc.constantFrom('x', 'ab cd', 'y'.repeat(90), ''),
    fc.constantFrom('\r\n', '\n', ''),
    fc.array(
      fc.oneof(
        fc.constantFrom(
          '--x',
          '--x--',
          '--y',
          'content-disposition: form-data; name="file"; filename="a.csv"',
          "content-disposition: form-data; name*=UTF-8''%zz; filename*=UTF-8''%E0%A4%A",
          'content-type: text/csv; charset=utf-16',
          'content-transfer-encoding: base64',
          '',
          'number,name',
        ),
        oddText,
      ),
      { maxLength: 14 },
    ),
  )
  .map(([boundary, end, lines]) => ({ type: `multipart/form-data; boundary=${boundary}`, text: lines.join(end) }))
