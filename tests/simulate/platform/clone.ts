// What crosses an RPC boundary: values by structured clone, errors without their class but with their properties.
const cannot = (what: string): never => {
  throw new DOMException(
    `Could not serialize object of type "${what}". This type does not support serialization.`,
    'DataCloneError',
  )
}

/**
 * A structured clone. Plain data is copied by this code, which is several times quicker; everything else is left to
 * structuredClone. As in workerd an instance of a class is refused. Not modelled: functions and RpcTargets as stubs.
 */
export const rpcClone = <T>(value: T): T => copy(value) as T

const copy = (value: unknown): unknown => {
  if (typeof value === 'function') throw new Error('the simulator passes no functions over RPC')
  if (typeof value !== 'object' || value === null) return typeof value === 'symbol' ? structuredClone(value) : value
  if (Array.isArray(value)) return value.map(copy)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype) {
    const made: Record<string, unknown> = {}
    for (const key of Object.keys(value)) made[key] = copy((value as Record<string, unknown>)[key])
    return made
  }
  if (prototype === null) return cannot('Object')
  const { name } = (prototype as { constructor: { name: string } }).constructor
  return KNOWN.has(name) || value instanceof Error ? structuredClone(value) : cannot(name)
}
const KNOWN = new Set(
  'Date Map Set RegExp ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array Buffer'.split(
    ' ',
  ),
)

const STANDARD: Record<string, new (message: string) => Error> = {
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  EvalError,
  URIError,
}

/** What the caller catches: built-in classes survive, others become Error; own properties come along, `remote` is added. */
export const remoteError = (thrown: unknown, durableObjectId: string): unknown => {
  if (!(thrown instanceof Error)) {
    if (typeof thrown === 'object' && thrown !== null) return { ...rpcClone(thrown), durableObjectId, remote: true }
    return Object.assign(new Error(String(thrown)), { remote: true })
  }
  if (thrown instanceof DOMException)
    return Object.assign(new DOMException(thrown.message, thrown.name), { remote: true })
  const made = new (STANDARD[thrown.constructor.name] ?? Error)(thrown.message)
  made.stack = thrown.stack ?? ''
  if ('cause' in thrown) made.cause = thrown.cause
  return Object.assign(made, rpcClone({ ...thrown }), { durableObjectId, remote: true })
}
