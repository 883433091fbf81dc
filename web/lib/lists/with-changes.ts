// What a step of a list changes in its address.

/** Sets parameters; an empty value removes one. */
export const withChanges = (before: URLSearchParams, changes: Record<string, string>): URLSearchParams => {
  const next = new URLSearchParams(before)
  for (const [key, value] of Object.entries(changes)) {
    if (value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}
