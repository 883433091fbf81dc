// Each edit says where its version is read, and takes it; or why it has none.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EDITS } from '../support/edits.ts'
import { API, type Route, ROUTES } from '../../contract/api/table.ts'

/** The keys that a schema takes, whichever of its variants is sent. */
const keysOf = (schema: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
const takes = (route: Route): boolean =>
  [API[route].body, API[route].form, API[route].query].some(
    (schema) => schema.def.type !== 'undefined' && keysOf(schema).includes('"version":'),
  )
const edits = Object.entries(EDITS) as [keyof typeof EDITS, (typeof EDITS)[keyof typeof EDITS]][]

test('rule edit-versions: each PUT takes the version that it read, or says why it needs none', () => {
  const puts = ROUTES.map(([route]) => route).filter((route) => route.startsWith('PUT '))
  expect(edits.map(([route]) => route)).toEqual(expect.arrayContaining(puts))
  for (const [route, edit] of edits) {
    expect([route, takes(route)]).toEqual([route, 'reads' in edit])
    if ('because' in edit) expect(edit.because.length).toBeGreaterThan(40)
  }
})
