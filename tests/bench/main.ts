// `npm run bench -- NAME --json`: one benchmark, or all there are. Each is compared in the same run. What it measures is loaded once it is
// known which are asked for, since that takes seconds.
import { flagsOf, misused } from '../../scripts/flags.ts'
import type { Figure } from './figures.ts'

/** What a trial run makes smaller. */
const SIZES = [
  'rounds',
  'accounts',
  'each',
  'minutes',
  'runners',
  'rows',
  'small',
  'calls',
  'seconds',
  'at-once',
  'sockets',
  'per-second',
  'slower',
  'sessions',
  'lease',
  'days',
  'campaigns',
] as const
const NAMES = [
  'blast',
  'cost',
  'growth',
  'campaign',
  'sessions',
  'fleet',
  'lists',
  'import',
  'api',
  'web',
  'realtime',
] as const
type Name = (typeof NAMES)[number]
const usage = `npm run bench [-- NAME …] [--json]: ${NAMES.join(', ')}
  smaller or larger with ${SIZES.map((name) => `--${name} N`).join(' ')}`
const { values, positionals } = flagsOf(usage, {
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    ...Object.fromEntries(SIZES.map((name) => [name, { type: 'string' } as const])),
  },
})
const size = (name: (typeof SIZES)[number], usual: number): number =>
  Number((values as Record<string, string | boolean | undefined>)[name] ?? usual)
const say = (line: string): void => {
  if (!values.json) console.log(line)
}
const rounds = size('rounds', 3)
const blast = { accounts: size('accounts', 20), each: size('each', 100), rounds }
const BENCHMARKS: Record<Name, () => Promise<Record<string, Figure>>> = {
  blast: async () => (await import('./blast.ts')).benchBlast(blast, say),
  // one round: the simulated part is the same each time, and minutes of workerd's are hundreds of messages
  cost: async () =>
    (await import('./cost.ts')).benchCost({ accounts: size('accounts', 10), minutes: size('minutes', 1.5) }, say),
  // one round: it is minutes long, and only the order of random ids differs, some percent of a table
  growth: async () => {
    const { benchGrowth, USUAL_GROWTH: usual } = await import('./growth.ts')
    return benchGrowth({ accounts: size('accounts', usual.accounts), days: size('days', usual.days) }, say)
  },
  campaign: async () =>
    (await import('./campaign.ts')).benchCampaign(
      { rows: size('rows', 1_000_000), campaigns: size('campaigns', 100), calls: size('calls', 60), rounds },
      say,
    ),
  sessions: async () =>
    (await import('./sessions.ts')).benchSessions(
      { sessions: size('sessions', 500), leaseS: size('lease', 30), rounds },
      say,
    ),
  // each round is minutes long and, under its virtual clock, hardly differs from another
  fleet: async () =>
    (await import('./fleet.ts')).benchFleet(
      { accounts: size('accounts', 10_000), runners: size('runners', 20), rounds: size('rounds', 1) },
      say,
    ),
  lists: async () =>
    (await import('./lists.ts')).benchLists(
      { small: size('small', 1_000), rows: size('rows', 1_000_000), calls: size('calls', 60), rounds },
      say,
    ),
  // a round is minutes long: one, unless more are asked for
  import: async () =>
    (await import('./import.ts')).benchImport({ rows: size('rows', 1_000_000), rounds: size('rounds', 1) }, say),
  api: async () =>
    (await import('./api.ts')).benchApi({ atOnce: size('at-once', 16), seconds: size('seconds', 8), rounds }, say),
  web: async () => (await import('./web.ts')).benchWeb({ rounds, slower: size('slower', 4) }, say),
  realtime: async () =>
    (await import('./realtime.ts')).benchRealtime(
      { sockets: size('sockets', 1_000), perSecond: size('per-second', 20), seconds: size('seconds', 15), rounds },
      say,
    ),
}

const nameOf = (said: string): Name =>
  NAMES.find((name) => name === said) ?? misused(`No benchmark is called ${said}`, usage)
const names = positionals.length > 0 ? positionals.map(nameOf) : NAMES
const results: Record<string, Record<string, Figure>> = {}
for (const name of names) {
  say(`${name} …`)
  results[name] = await BENCHMARKS[name]()
  for (const [key, one] of Object.entries(results[name])) {
    const against = one.other === null ? '' : `, other ${one.other}, ratio ${one.ratio}`
    const aim = one.aim === null ? '' : `, aim ${one.aim}: ${one.met ? 'met' : 'NOT met'}`
    say(`  ${key.padEnd(14)} ${one.ours} ${one.unit}${against}${aim}`)
  }
}
if (values.json) console.log(JSON.stringify(results))
