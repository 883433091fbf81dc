// Which template the standing blast sends next. Pure.

/**
 * Least used first, ties by id (rule template-choice); null without templates.
 * @param uses how often each was used since these counts were asked for
 */
export const pickTemplate = <T extends { id: string; countUse: number }>(
  templates: readonly T[],
  uses: Readonly<Record<string, number>>,
): T | null => {
  const usedOf = (t: T): number => t.countUse + (uses[t.id] ?? 0)
  const [least] = templates.toSorted((a, b) => usedOf(a) - usedOf(b) || (a.id < b.id ? -1 : 1))
  return least ?? null
}
