// The API document (OpenAPI 3.1), made from the table of calls.
import { documentTexts } from '../../contract/api/document-texts.ts'
import { z } from 'zod'
import { type Call, isNothing, type Ownership } from '../../contract/api/call.ts'
import { takesKey } from '../../contract/operation/keeping.ts'
import { ROUTES, type Route } from '../../contract/api/table.ts'
import { factorNeeded } from '../../contract/people/factors.ts'
import { importAccepted } from '../../contract/recipients/imports.ts'
import { KEY_HEADER } from '../../contract/ground/press-key.ts'
import { pressKey } from '../../contract/ground/presses.ts'

type Json = Record<string, unknown>
const OWNERSHIP: Record<Ownership, string> = documentTexts.ownership

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
const queryOf = (schema: z.ZodType): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}
const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }
const bodyOf = ({ body, form }: Call): Json => {
  if (isNothing(body) && isNothing(form)) return {}
  const content: Json = {}
  if (!isNothing(body)) content['application/json'] = { schema: schemaOf(body, 'input') }
  if (!isNothing(form)) {
    const fields = schemaOf(form, 'input')
    content['multipart/form-data'] = { schema: { ...fields, properties: { file: FILE, ...fields.properties } } }
  }
  return { requestBody: { content } }
}
const keyOf = (route: Route): Json[] =>
  takesKey(route)
    ? [
        {
          name: KEY_HEADER,
          in: 'header',
          required: false,
          description: documentTexts.key,
          schema: schemaOf(pressKey, 'input'),
        },
      ]
    : []
const CSV = { 'text/csv': { schema: { type: 'string' } } }
const contentOf = ({ answer, sends }: Call): Json => {
  if (sends === 'table') return { ...CSV, 'application/json': { schema: { type: 'array' } } }
  const json = { 'application/json': { schema: isNothing(answer) ? {} : schemaOf(answer, 'output') } }
  return sends === 'results' ? { ...json, ...CSV } : json
}
const acceptedOf = ({ accepted }: Call): Json =>
  accepted === factorNeeded ? schemaOf(accepted, 'output') : { $ref: '#/components/schemas/ImportAccepted' }
const answersOf = (call: Call): Json => ({
  200: { description: documentTexts.done, content: contentOf(call) },
  ...(isNothing(call.accepted)
    ? {}
    : {
        202: {
          description: documentTexts.accepted,
          content: { 'application/json': { schema: acceptedOf(call) } },
        },
      }),
  default: {
    description: documentTexts.refused,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
})
const WHO = {
  public: () => documentTexts.anybody,
  runner: () => documentTexts.runner,
  people: ({ roles }: Call) => roles.join(', '),
}
const SECURITY = { public: [], runner: [{ runner: [] }], people: [{ bearer: [] }] }
const operationOf = (route: Route, path: string, call: Call): Json => {
  const ids = [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const parameters = [...ids, ...queryOf(call.query), ...keyOf(route)]
  return {
    operationId: route.replace(/[^a-zA-Z]+/g, '_').toLowerCase(),
    tags: [path.split('/').find((part) => !['', 'admin'].includes(part)) ?? 'api'],
    summary: documentTexts.roles(WHO[call.audience](call)),
    ...(OWNERSHIP[call.own] ? { description: OWNERSHIP[call.own] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(call),
    responses: answersOf(call),
    security: SECURITY[call.audience],
  }
}

const errorSchema = z.object({
  msg: z.string(),
  message: z.string(),
  error: z.string(),
  reason: z.string(),
  code: z.number().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})

let made: Json | null = null
export const apiDocument = (): Json => {
  if (made) return made
  const paths: Record<string, Json> = {}
  for (const [route, call] of ROUTES) {
    const [method = '', path = ''] = route.split(' ')
    const at = `/api${path.replace(/:([a-zA-Z]+)/g, '{$1}')}`
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(route, path, call) }
  }
  made = {
    openapi: '3.1.0',
    info: {
      title: 'Whatsapp Blaster for Rent',
      version: '1.0.0',
      description: documentTexts.about,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorSchema, 'output'), ImportAccepted: schemaOf(importAccepted, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        runner: { type: 'apiKey', in: 'header', name: 'x-runner-signature' },
      },
    },
  }
  return made
}
