// Whether an error of D1 or of an object is temporary (rule overload-waits). Any other error (a wrong statement, a missing row,
// a setting that does not parse) fails at every try and must be reported instead.

/** Messages of D1's documented errors that ask for a later try (developers.cloudflare.com/d1/observability/debug-d1). */
const PASSING =
  /overloaded|network connection lost|to be reset|was reset|reset because|transient issue|exceeded timeout|timed out|client disconnected|internal error|starting up/i

export const isOverload = (error: unknown): boolean => {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    // what the runtime throws for an object that cannot be reached or has too much to do carries these flags
    if (Reflect.get(e, 'retryable') === true || Reflect.get(e, 'overloaded') === true) return true
    if (PASSING.test(e.message)) return true
  }
  return false
}
