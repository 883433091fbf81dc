// The API document says what the Worker does, and no call of the specification is missing from it.
import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../contract/api/table.ts'
import { ask, call } from './support/api.ts'
import { CALLS_OF_DECISIONS, CALLS_OF_SPEC, plain } from './support/calls.ts'

type Schema = { $ref?: string; properties?: Record<string, Schema> }
type Operation = {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
  security: object[]
}
let doc: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
beforeAll(async () => {
  doc = (await ask<typeof doc>('GET', '/openapi.json')).json
})
const operations = () =>
  Object.entries(doc.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`,
      path,
      operation,
    })),
  )

test('names every call of the specification and of the decisions', () => {
  const named = new Set(operations().map((o) => plain(o.key)))
  const missing = [...CALLS_OF_SPEC, ...CALLS_OF_DECISIONS].filter((c) => !named.has(plain(c)))
  expect(missing).toEqual([])
})
test('names every route of the table and no other', () => {
  expect(
    operations()
      .map((o) => plain(o.key))
      .toSorted(),
  ).toEqual(ROUTES.map(([route]) => plain(route)).toSorted())
})
test('is OpenAPI 3.1 whose references lead somewhere and whose names are unique', () => {
  expect(doc.openapi).toBe('3.1.0')
  for (const [, name] of JSON.stringify(doc).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(doc.components.schemas).toHaveProperty(name ?? '')
  }
  expect(JSON.stringify(doc)).not.toContain('"#/$defs')
  const ids = operations().map((o) => o.operation.operationId)
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
})
describe('an operation', () => {
  test('has a parameter for every id of its path, says who may call it, and what a refusal looks like', () => {
    for (const { path, operation } of operations()) {
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const inPath = (operation.parameters ?? []).filter((p) => p.in === 'path').map((p) => p.name)
      expect(inPath).toEqual(ids)
      expect(operation.responses['default']?.content['application/json']?.schema.$ref).toBe(
        '#/components/schemas/Error',
      )
    }
    expect(doc.paths['/api/auth/login']?.['post']?.security).toEqual([])
    expect(doc.paths['/api/admin/setting/get']?.['get']?.security).toEqual([{ bearer: [] }])
  })
  test('shows bodies, queries and answers of the schemas that are checked', () => {
    const level = doc.paths['/api/admin/level/create']?.['post']
    expect(Object.keys(level?.requestBody?.content['application/json']?.schema.properties ?? {})).toEqual([
      'name',
      'blast_fee',
      'requirement_blast',
      'blast_fee_again',
    ])
    const members = doc.paths['/api/admin/users/members-per-page']?.['get']
    expect(members?.parameters?.map((p) => p.name)).toEqual(['page', 'limit', 'search', 'sort', 'role', 'status'])
    expect(members?.responses['200']?.content['application/json']?.schema.properties).toHaveProperty('meta')
    const file = doc.paths['/api/admin/phonenumber/import']?.['post']?.requestBody?.content['multipart/form-data']
    expect(Object.keys(file?.schema.properties ?? {})).toEqual(['file', 'consent_source', 'columns', 'fields', 'tag'])
  })
})

test('the page shows every call and carries no script and nothing from elsewhere', async () => {
  const response = await call('GET', '/docs')
  const text = await response.text()
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).not.toMatch(/<script|https?:\/\/|<link|<img/)
  for (const { path } of operations()) expect(text).toContain(`<code>${path}</code>`)
})
