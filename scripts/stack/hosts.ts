// What the programs share that run a part of the product on Miniflare's own API.
import type { Miniflare } from 'miniflare'

/** @throws Error when the variable is missing */
export const given = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is missing`)
  return value
}
/** Ends it with this process. */
export const untilEnded = (miniflare: Miniflare): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void miniflare.dispose().then(() => process.exit(0)))
  }
}
