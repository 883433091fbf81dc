// The same work for each of many, so many at once.

/** Results in the order of the items. @throws the first error; work that is under way goes on unheard. */
export const inParallel = async <T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  return results
}
