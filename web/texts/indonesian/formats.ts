// How dates and times are written. Numbers and money are written one way in every language (web/lib/format/format.ts).
export const formatTexts = {
  dates: 'id-ID',
  at: (clock: string) => `pukul ${clock}`,
  tomorrow: 'besok',
  second: 'dtk',
  minute: 'mnt',
  hour: 'jam',
  /** Of short numbers on a chart's axis: thousands, millions, … */
  short: { rb: 'rb', jt: 'jt', M: 'M', T: 'T' } as Record<string, string>,
} as const
