// The API document (OpenAPI 3.1), made from the access table, the shapes that the doors check and the answers' schemas.
import { z } from 'zod'
import { ACCESS, type Access, type ApiRoute } from '../../contract/access.ts'
import { ANSWERS } from '../../contract/answers.ts'
import { mountedShapes } from './door.ts'

type Json = Record<string, unknown>
const OWNERSHIP: Record<Access['own'], string> = {
  none: '',
  user: 'Selain admin dan dev hanya untuk id sendiri.',
  list: 'Selain admin dan dev selalu mendapat miliknya sendiri.',
  body: '`userId` bila dikirim harus id sendiri.',
  account: 'Selain admin dan dev hanya untuk akun sendiri.',
  client: 'Selain admin dan dev hanya untuk WhatsApp ID sendiri.',
  check: 'Selain admin dan dev hanya untuk pekerjaan sendiri.',
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}
const queryOf = (schema: z.ZodType | undefined): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}
const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }
const bodyOf = (key: ApiRoute): Json => {
  const shape = mountedShapes.get(key)
  if (!shape || (!shape.body && !shape.form)) return {}
  const content: Json = {}
  if (shape.body) content['application/json'] = { schema: schemaOf(shape.body, 'input') }
  if (shape.form) {
    const form = schemaOf(shape.form, 'input') as { properties?: Json }
    content['multipart/form-data'] = { schema: { ...form, properties: { file: FILE, ...form.properties } } }
  }
  return { requestBody: { content } }
}
const isFile = (key: ApiRoute): boolean => /\/(export|skipped)$|\/files\//.test(key)
/** JSON, and with `format=csv` a CSV. */
const isAlsoFile = (key: ApiRoute): boolean => key.includes('/download-result/')
const answersOf = (key: ApiRoute): Json => {
  const schema = ANSWERS[key]
  const file = { 'text/csv': { schema: { type: 'string' } }, 'application/json': { schema: { type: 'array' } } }
  const json = {
    'application/json': { schema: schema ? schemaOf(schema, 'output') : {} },
    ...(isAlsoFile(key) ? { 'text/csv': file['text/csv'] } : {}),
  }
  const refusal = {
    description: 'Penolakan',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return {
    200: { description: 'Berhasil', content: isFile(key) ? file : json },
    ...(mountedShapes.get(key)?.upload
      ? {
          202: {
            description: 'Diproses sebagai pekerjaan',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ImportAccepted' } } },
          },
        }
      : {}),
    default: refusal,
  }
}
const operationOf = (key: ApiRoute, path: string): Json => {
  const { roles, own }: Access = ACCESS[key]
  const who = roles === 'public' ? 'Umum' : roles === 'runner' ? 'Mesin pengirim' : roles.join(', ')
  const parameters = [
    ...[...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...queryOf(mountedShapes.get(key)?.query),
  ]
  return {
    operationId: key.replace(/[^a-zA-Z]+/g, '_').toLowerCase(),
    tags: [path.split('/').find((part) => !['', 'admin'].includes(part)) ?? 'api'],
    summary: `Peran: ${who}`,
    ...(OWNERSHIP[own] ? { description: OWNERSHIP[own] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(key),
    responses: answersOf(key),
    security: roles === 'public' ? [] : [{ [roles === 'runner' ? 'runner' : 'bearer']: [] }],
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
const accepted = z.object({ success: z.literal(true), jobId: z.string(), msg: z.string() })

let made: Json | null = null
export const apiDocument = (): Json => {
  if (made) return made
  const paths: Record<string, Json> = {}
  for (const key of Object.keys(ACCESS) as ApiRoute[]) {
    const [method = '', path = ''] = key.split(' ')
    const at = `/api${path.replace(/:([a-zA-Z]+)/g, '{$1}')}`
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(key, path) }
  }
  made = {
    openapi: '3.1.0',
    info: {
      title: 'Whatsapp Blaster for Rent',
      version: '1.0.0',
      description:
        'Setiap penolakan memakai bentuk yang sama. Nominal dalam rupiah; bilangan boleh dikirim sebagai angka atau teks (25000, 25.000). Waktu dalam ISO 8601.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorSchema, 'output'), ImportAccepted: schemaOf(accepted, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        runner: { type: 'apiKey', in: 'header', name: 'x-runner-signature' },
      },
    },
  }
  return made
}
