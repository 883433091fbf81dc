// Values that a JSON Schema describes: with only what it requires and with all it knows, each branch and each word once. Not every combination:
// one thing differs at a time.
/** As much of JSON Schema as zod says. */
export type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  minItems?: number
}

const object = (schema: Schema, all: (one: Schema) => unknown[]): unknown[] => {
  const fields = Object.entries(schema.properties ?? {}).map(([name, of]) => ({ name, values: all(of) }))
  const first = (named: typeof fields): Record<string, unknown> =>
    Object.fromEntries(named.map(({ name, values: [plainest] }) => [name, plainest]))
  const required = fields.filter(({ name }) => schema.required?.includes(name))
  const whole = first(fields)
  const varied = fields.flatMap(({ name, values: others }) =>
    others.slice(1).map((value) => ({ ...whole, [name]: value })),
  )
  const values = typeof schema.additionalProperties === 'object' ? all(schema.additionalProperties) : []
  const names = values.length > 0 ? all(schema.propertyNames ?? { const: 'anything' }) : []
  const free = names.map((name) => ({ ...whole, [String(name)]: values[0] }))
  return [first(required), whole, ...varied, ...free]
}

/** The first value is the plainest. @throws Error where the schema says something that is not known here */
export const samplesOf = (schema: Schema, root: Schema = schema): unknown[] => {
  const all = (one: Schema): unknown[] => samplesOf(one, root)
  if (schema.$ref !== undefined) return all(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {})
  if ('const' in schema) return [schema.const]
  if (schema.enum) return schema.enum
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return branches.flatMap(all)
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => all({ ...schema, type }))
  switch (schema.type) {
    case 'object':
      return object(schema, all)
    case 'array': {
      const items = schema.items ? all(schema.items) : ['x']
      return [...((schema.minItems ?? 0) > 0 ? [] : [[]]), ...items.map((item) => [item])]
    }
    case 'string':
      return ['x'.repeat(Math.max(1, schema.minLength ?? 0))]
    case 'number':
    case 'integer':
      return [Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1), 7]
    case 'boolean':
      return [false, true]
    case 'null':
      return [null]
    case undefined:
      return ['anything']
    default:
      throw new Error(`a schema of type ${schema.type} is not known here`)
  }
}
