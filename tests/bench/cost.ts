// The cost benchmark, all in: what a month costs at the shipped caps, and at a tenth of them, for services of several sizes. What needs the
// real runner is measured in workerd (cost-workerd.ts), what needs many accounts in the simulator (cost-simulated.ts), both at once; prices and
// arithmetic are in prices.ts and bill.ts.
import {
  ASSUMED,
  billOf,
  capacityOf,
  dayBetween,
  type Day,
  type Fleet,
  groupsOf,
  instanceNamed,
  instancesFor,
  totalOf,
  usageOf,
} from './bill.ts'
import { type Counted, countInWorkerd } from './cost-workerd.ts'
import { type Kind, SENT_EACH, simulateDays } from './cost-simulated.ts'
import { type Aim, type Figure, figure } from './figures.ts'
import { INSTANCE_TYPES, type Meter, type Usage } from './prices.ts'
import { MEASURED, shippedFleet } from './cost-measured.ts'

export type CostSize = { accounts: number; minutes: number }
const SIZES = [20, 200, 2_000] as const
/** Where the aims are. */
const AIMED = 1_000
const DOLLARS: Record<Kind, number> = { full: 25, tenth: 65 }
const LARGE = 10_000
const DAYS = 30
const A_WEEK = 7
const MEAN_INTERVAL_S = 10

const told = (unit: string, value: number, aim: Aim = null): Figure => figure(unit, [value], null, aim)

const usageWith = (day: Day, { ofMessage }: Counted, fleet: Fleet): Usage => {
  const recipients = day.accounts * day.sentEach * A_WEEK
  const d1Gb = (recipients * MEASURED.d1BytesARecipient + day.accounts * MEASURED.d1BytesAnAccount) / 1e9
  return usageOf(
    day,
    { ...ofMessage, runnerCpuMs: MEASURED.runnerCpuMs },
    { fleet, d1Gb, recipients, idleCpuMsAnHour: ASSUMED.idleCpuMsAnHour },
  )
}
const dollars = (value: number): string => `$${value.toFixed(2)}`

const tellBill = (day: Day, kind: Kind, counted: Counted, say: (line: string) => void): Record<string, Figure> => {
  const { accounts, sentEach } = day
  const usage = usageWith(day, counted, shippedFleet())
  const millions = (accounts * sentEach * DAYS) / 1e6
  const [used, billed] = [billOf(usage, false), billOf(usage, true)]
  const [total, invoice] = [totalOf(used), totalOf(billed)]
  say(
    `${accounts} accounts, ${sentEach} messages a day each: ${dollars(total)} a month, ${dollars(total / accounts)} an account`,
  )
  say(
    `  ${dollars(total / millions)} a million messages; the invoice, less what the plan has in it: ${dollars(invoice)}, ${dollars(invoice / millions)} a million`,
  )
  for (const [name, one] of Object.entries(groupsOf(used)))
    say(`  ${name.padEnd(11)} ${dollars(one)} a month, ${dollars(one / millions)} a million`)
  for (const [meter, one] of Object.entries(used)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 9))
    say(`    ${meter.padEnd(18)} ${dollars(one)} for ${usage[meter as Meter].toPrecision(4)}`)
  const aim: Aim = accounts === AIMED ? { atMost: DOLLARS[kind], own: true } : null
  const key = `${kind}${accounts}`
  return {
    [`${key}Million`]: told(
      `$ a million messages, ${accounts} accounts at ${kind === 'full' ? 'full cap' : 'a tenth'}`,
      total / millions,
      aim,
    ),
    [`${key}Invoice`]: told('$ a million messages, less what the plan has in it', invoice / millions, aim),
    [`${key}Account`]: told('$ an account and month', total / accounts),
  }
}

/** Which instance holds how many, and what a month of all containers costs with their objects. */
const tellInstances = (say: (line: string) => void): void => {
  const runner = {
    baseMb: MEASURED.runnerBaseMb,
    sessionMb: MEASURED.runnerSessionMb,
    cpuMsAMessage: MEASURED.runnerCpuMs,
    messagesASecond: 1 / MEAN_INTERVAL_S,
  }
  say(
    `instances, for ${runner.sessionMb} MB a session and ${runner.cpuMsAMessage.toFixed(1)} ms of processor a message:`,
  )
  for (const instance of INSTANCE_TYPES) {
    const capacity = capacityOf(instance, runner)
    const costs = [...SIZES, LARGE].map((accounts) => {
      const count = instancesFor(accounts, capacity)
      return `${accounts}: ${count} for ${dollars(monthOf(instance.name, count))}`
    })
    say(`  ${instance.name.padEnd(11)} ${capacity} accounts each; ${costs.join(', ')}`)
  }
}
const monthOf = (name: string, count: number): number => MEASURED.monthOfInstance(instanceNamed(name)) * count

export const benchCost = async (size: CostSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const sizes = async (): Promise<Record<Kind, Day>[]> => {
    const days: Record<Kind, Day>[] = []
    for (const accounts of SIZES) days.push(await simulateDays(accounts, say))
    return days
  }
  const [counted, days] = await Promise.all([countInWorkerd(size, say), sizes()])
  const { cost, sent } = counted
  say(`workerd and the real runner: ${sent} messages of ${size.accounts} accounts`)
  tellInstances(say)
  const [, middle, largest] = days as [Record<Kind, Day>, Record<Kind, Day>, Record<Kind, Day>]
  const bills = (['full', 'tenth'] as const).map((kind) => {
    const all = [
      ...days.map((day) => day[kind]),
      dayBetween(middle[kind], largest[kind], AIMED),
      dayBetween(middle[kind], largest[kind], LARGE),
    ]
    return Object.assign({}, ...all.map((day) => tellBill(day, kind, counted, say))) as Record<string, Figure>
  })
  const perMessage = (day: Day, of: 'statements' | 'd1RowsWritten' | 'd1RowsRead'): number =>
    day.sending[of] / day.sending.messages
  return {
    statements: told('a message, 2,000 accounts', perMessage(largest.full, 'statements'), { atMost: 0.25, own: true }),
    statements200: told('a message, 200 accounts', perMessage(middle.full, 'statements')),
    d1RowsWritten: told('a message, 2,000 accounts', perMessage(largest.full, 'd1RowsWritten'), {
      atMost: 6,
      own: true,
    }),
    objectRowsWritten: told('a message', cost.objectRowsWritten, { atMost: 12, own: true }),
    alarmsSet: told('rows a message besides, of alarms that are set', cost.alarmsSet),
    frames: told('a message', cost.frames, { atMost: 6, own: true }),
    runnerCpu: told(
      'ms of the runner’s processor a message, its idle time among ten accounts included',
      counted.ofMessage.runnerCpuMs,
    ),
    objectBytes: told('bytes that a message leaves in its object', counted.ofMessage.objectBytes),
    ...bills[0],
    ...bills[1],
    sentEach: told('messages an account and day at full cap', SENT_EACH.full),
  }
}
