// Reads OpenMetrics 1.0 as strictly as its text says, or tells the line that breaks it.
type Kind = 'counter' | 'gauge' | 'histogram'
export type Family = {
  kind: Kind
  unit: string | null
  help: string
  samples: { name: string; labels: Record<string, string>; value: number }[]
}

const NAME = '[a-zA-Z_][a-zA-Z0-9_]*'
const META = new RegExp(`^# (TYPE|UNIT|HELP) (${NAME}) (.+)$`)
const SAMPLE = new RegExp(
  `^(${NAME})(?:\\{((?:${NAME}="(?:[^"\\\\\\n]|\\\\["\\\\n])*",?)+)\\})? (-?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|\\+?Inf))$`,
)
const LABEL = new RegExp(`(${NAME})="((?:[^"\\\\]|\\\\.)*)"(,|$)`, 'y')
const SUFFIXES: Record<Kind, readonly string[]> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

const numberOf = (text: string): number => (text.endsWith('Inf') ? Number.POSITIVE_INFINITY : Number(text))
const labelsOf = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < text.length) {
    const found = LABEL.exec(text)
    if (!found) throw new Error(`labels: ${text}`)
    const [, name = '', value = ''] = found
    if (name in labels) throw new Error(`the label ${name} twice: ${text}`)
    labels[name] = value
  }
  return labels
}
/** Buckets grow, the last one is of everything, and sum and count belong to each. */
const checkHistogram = (family: string, { samples }: Family): void => {
  const groups = Map.groupBy(samples, ({ labels }) =>
    JSON.stringify(Object.entries(labels).filter(([label]) => label !== 'le')),
  )
  for (const [labels, group] of groups) {
    const buckets = group.filter(({ name }) => name === `${family}_bucket`)
    const bounds = buckets.map(({ labels: { le = '' } }) => numberOf(le))
    const grows = (values: number[]) => values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0))
    const whole = group.find(({ name }) => name === `${family}_count`)?.value
    if (buckets.some(({ labels: { le = '' } }) => !/^(\+Inf|\d+\.\d+)$/.test(le))) throw new Error(`${family}: le`)
    if (!grows(bounds) || new Set(bounds).size !== bounds.length) throw new Error(`${family}${labels}: bounds`)
    if (!grows(buckets.map(({ value }) => value))) throw new Error(`${family}${labels}: buckets shrink`)
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY || buckets.at(-1)?.value !== whole)
      throw new Error(`${family}${labels}: the last bucket is not the count`)
    if (!group.some(({ name }) => name === `${family}_sum`)) throw new Error(`${family}${labels}: no sum`)
  }
}

/** @throws Error with the line that is not OpenMetrics */
export const parseOpenMetrics = (text: string): Map<string, Family> => {
  if (!text.endsWith('\n# EOF\n')) throw new Error('it does not end with # EOF')
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let now: { name: string; family: Family } | null = null
  for (const line of text.slice(0, -'# EOF\n'.length).trimEnd().split('\n')) {
    const meta = META.exec(line)
    if (meta) {
      const [, what, name = '', said = ''] = meta
      if (what === 'TYPE') {
        if (families.has(name)) throw new Error(`${name} twice, or in two places`)
        if (!(said in SUFFIXES)) throw new Error(line)
        now = { name, family: { kind: said as Kind, unit: null, help: '', samples: [] } }
        families.set(name, now.family)
        continue
      }
      if (now?.name !== name || now.family.samples.length > 0) throw new Error(`out of place: ${line}`)
      if (what === 'UNIT' && !name.endsWith(`_${said}`)) throw new Error(`the name has another unit: ${line}`)
      if (what === 'UNIT') now.family.unit = said
      else now.family.help = said
      continue
    }
    const sample = SAMPLE.exec(line)
    if (!sample || !now) throw new Error(`no sample: ${line}`)
    const [, name = '', labels = '', value = ''] = sample
    const family: { name: string; family: Family } = now
    if (!SUFFIXES[family.family.kind].some((suffix) => name === family.name + suffix))
      throw new Error(`of no family: ${line}`)
    const series = `${name}{${labels}}`
    if (seen.has(series)) throw new Error(`twice: ${series}`)
    seen.add(series)
    if (family.family.kind !== 'gauge' && numberOf(value) < 0) throw new Error(`below zero: ${line}`)
    family.family.samples.push({ name, labels: labelsOf(labels), value: numberOf(value) })
  }
  for (const [name, family] of families) if (family.kind === 'histogram') checkHistogram(name, family)
  return families
}
