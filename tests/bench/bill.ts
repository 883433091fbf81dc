// What a month costs: so much of each meter, at Cloudflare's prices. Pure.
import { INSTANCE_TYPES, type InstanceType, type Meter, PLAN_DOLLARS, PRICES, type Usage } from './prices.ts'

const HOUR_S = 3_600
const DAYS = 30
export const MONTH_S = DAYS * 24 * HOUR_S
const GB = 1e9
/** Each object is billed for this much memory, whatever it uses. */
export const OBJECT_GB = 0.128
/** Incoming frames are billed twenty for one. */
const FRAMES_A_REQUEST = 20
/** Each message of the queue is written, read and deleted. */
const OPERATIONS_A_READ = 2

/** Of a message, as workerd counted them with the real runner; bytes are what it leaves in its object. */
export type OfMessage = {
  objectRowsRead: number
  objectRowsWritten: number
  alarmsSet: number
  objectRequests: number
  framesUp: number
  activeMs: number
  objectBytes: number
  runnerCpuMs: number
}
/** What all parts together did, of a phase of the simulated day. waitedMs: objects had an event under way, by the assumed ways. */
export type Phase = {
  messages: number
  minutes: number
  d1RowsRead: number
  d1RowsWritten: number
  objectRowsRead: number
  objectRowsWritten: number
  rpc: number
  alarms: number
  alarmsSet: number
  frames: number
  waitedMs: number
  queueWritten: number
  queueRead: number
  invocations: number
  bucketA: number
  bucketB: number
  points: number
  lines: number
  statements: number
}
/** A day of a service: a morning on which its accounts send, and the rest on which they wait. */
export type Day = { accounts: number; sentEach: number; sending: Phase; resting: Phase }
/** What is assumed, because nothing here can measure it. */
export const ASSUMED = {
  /** Of the Worker, for a call, a round of the cron or a batch of the queue. */
  cpuMsACall: 10,
  /** Calls of the API that a member or an admin makes, a day and account. */
  callsADay: 25,
  rowsReadACall: 50,
  /** Leaves a container for a message, and in an hour for a session at rest. */
  egressBytesAMessage: 6_000,
  egressBytesAnHour: 60_000,
  /** Of the runner, for a session at rest: a ping to its object each ten seconds, one to WhatsApp each half minute. */
  idleCpuMsAnHour: 250,
  /** Parts of a night's backup, and bytes of it for a recipient (docs/decisions/0079). */
  backupPartsANight: 30,
  backupBytesARecipient: 100,
  backupNights: 38,
  /** Steps of the second place, each minute: two lists and its state. */
  secondPlaceAMinute: 3,
} as const

/** A phase that lasts longer or shorter, at the same pace. */
const scaled = (phase: Phase, by: number): Phase =>
  Object.fromEntries(Object.entries(phase).map(([name, amount]) => [name, amount * by])) as Phase
const sum = (phases: readonly Phase[]): Phase =>
  Object.fromEntries(
    Object.keys(phases[0] ?? {}).map((name) => [name, phases.reduce((all, one) => all + one[name as keyof Phase], 0)]),
  ) as Phase

/** A service of another size, on the line through two that were simulated; phases as long as those of the smaller. */
export const dayBetween = (smaller: Day, larger: Day, accounts: number): Day => {
  const at = (accounts - smaller.accounts) / (larger.accounts - smaller.accounts)
  const between = (name: 'sending' | 'resting'): Phase => {
    const low = smaller[name]
    const high = scaled(larger[name], low.minutes / larger[name].minutes)
    return Object.fromEntries(
      Object.entries(low).map(([meter, amount]) => [meter, amount + at * (high[meter as keyof Phase] - amount)]),
    ) as Phase
  }
  return { ...smaller, accounts, sending: between('sending'), resting: between('resting') }
}

export type Fleet = { instance: InstanceType; capacity: number }
/** As the fleet starts them (durable-objects/runner-fleet/size-rules.ts): as many as hold all, and one more. */
export const instancesFor = (accounts: number, capacity: number): number => Math.ceil(accounts / capacity) + 1
/** Accounts that one may hold: by its memory, four fifths of which are not strained, and by its processor when all of them send at once. */
export const capacityOf = (
  { vcpu, memoryGib }: InstanceType,
  runner: { baseMb: number; sessionMb: number; cpuMsAMessage: number; messagesASecond: number },
): number => {
  const byMemory = (memoryGib * 1_024 * MEMORY_SHARE - runner.baseMb) / runner.sessionMb
  const byCpu = (vcpu * CPU_SHARE * 1_000) / (runner.messagesASecond * runner.cpuMsAMessage)
  return Math.max(0, Math.floor(Math.min(byMemory, byCpu)))
}
const MEMORY_SHARE = 0.8
const CPU_SHARE = 0.7

/** What the containers take in a month, without what they are asked to do. */
const ofContainers = (accounts: number, { instance, capacity }: Fleet) => {
  const instances = instancesFor(accounts, capacity)
  return {
    containerMemory: instances * instance.memoryGib * MONTH_S,
    containerDisk: instances * instance.diskGb * MONTH_S,
    /** The object of each container is awake as long as that runs: it sleeps by a timer, three minutes at a time, and so is never idle. */
    objectDuration: instances * OBJECT_GB * MONTH_S,
    objectRequests: instances * (MONTH_S / CONTAINER_ALARM_S),
    objectRowsWritten: instances * (MONTH_S / CONTAINER_ALARM_S) * 2,
  }
}
const CONTAINER_ALARM_S = 180

/** All that a month takes. `recipients`: of the whole list. */
export const usageOf = (
  { accounts, sentEach, sending, resting }: Day,
  ofMessage: OfMessage,
  of: { fleet: Fleet; d1Gb: number; recipients: number; idleCpuMsAnHour: number },
): Usage => {
  const messages = accounts * sentEach * DAYS
  const sendingMonth = scaled(sending, messages / Math.max(1, sending.messages))
  const sendingMinutes = Math.min(24 * 60, (sentEach * sending.minutes * accounts) / Math.max(1, sending.messages))
  const restMinutes = (24 * 60 - sendingMinutes) * DAYS
  const rest = scaled(resting, restMinutes / resting.minutes)
  const all = sum([sendingMonth, rest])
  const container = ofContainers(accounts, of.fleet)
  const calls = accounts * ASSUMED.callsADay * DAYS
  const minutes = MONTH_S / 60
  const invocations = all.invocations + calls
  return {
    d1RowsRead: all.d1RowsRead + calls * ASSUMED.rowsReadACall,
    d1RowsWritten: all.d1RowsWritten,
    d1Storage: of.d1Gb,
    objectRequests:
      messages * (ofMessage.objectRequests + ofMessage.framesUp / FRAMES_A_REQUEST) +
      rest.rpc +
      rest.alarms +
      rest.frames / FRAMES_A_REQUEST +
      container.objectRequests,
    objectDuration: ((all.waitedMs + messages * ofMessage.activeMs) / 1_000) * OBJECT_GB + container.objectDuration,
    objectRowsRead: messages * ofMessage.objectRowsRead + rest.objectRowsRead,
    objectRowsWritten:
      messages * (ofMessage.objectRowsWritten + ofMessage.alarmsSet) +
      rest.objectRowsWritten +
      rest.alarmsSet +
      container.objectRowsWritten,
    objectStorage: (of.recipients * ofMessage.objectBytes) / GB,
    workerRequests: invocations,
    workerCpu: invocations * ASSUMED.cpuMsACall,
    queueOperations: all.queueWritten + all.queueRead * OPERATIONS_A_READ,
    r2ClassA: all.bucketA + ASSUMED.backupPartsANight * DAYS + ASSUMED.secondPlaceAMinute * minutes,
    // the second place reads once what the journal wrote
    r2ClassB: all.bucketB + all.bucketA,
    r2Storage: (of.recipients * ASSUMED.backupBytesARecipient * ASSUMED.backupNights) / GB,
    analyticsPoints: all.points,
    logEvents: all.lines,
    containerMemory: container.containerMemory,
    containerCpu: (messages * ofMessage.runnerCpuMs + accounts * of.idleCpuMsAnHour * (MONTH_S / HOUR_S)) / 1_000,
    containerDisk: container.containerDisk,
    containerEgress:
      (messages * ASSUMED.egressBytesAMessage + accounts * ASSUMED.egressBytesAnHour * (MONTH_S / HOUR_S)) / GB,
  }
}

/** Each meter's dollars a month. @param withIncluded what the plan has in it is taken off first */
export const billOf = (usage: Usage, withIncluded: boolean): Record<Meter, number> =>
  Object.fromEntries(
    (Object.keys(PRICES) as Meter[]).map((meter) => {
      const { dollars, per, included } = PRICES[meter]
      return [meter, (Math.max(0, usage[meter] - (withIncluded ? included : 0)) / per) * dollars]
    }),
  ) as Record<Meter, number>
/** With the plan itself. */
export const totalOf = (bill: Record<Meter, number>): number =>
  Object.values(bill).reduce((all, one) => all + one, PLAN_DOLLARS)

const GROUPS: Record<string, readonly Meter[]> = {
  containers: ['containerMemory', 'containerCpu', 'containerDisk', 'containerEgress'],
  objects: ['objectRequests', 'objectDuration', 'objectRowsRead', 'objectRowsWritten', 'objectStorage'],
  d1: ['d1RowsRead', 'd1RowsWritten', 'd1Storage'],
  r2: ['r2ClassA', 'r2ClassB', 'r2Storage'],
  queue: ['queueOperations'],
  worker: ['workerRequests', 'workerCpu'],
  telling: ['analyticsPoints', 'logEvents'],
}
/** By what it is for; every meter is in one of them. */
export const groupsOf = (bill: Record<Meter, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(GROUPS).map(([name, meters]) => [name, meters.reduce((all, meter) => all + bill[meter], 0)]),
  )
export const METERS_IN_GROUPS: readonly Meter[] = Object.values(GROUPS).flat()
export const instanceNamed = (name: string): InstanceType => {
  const found = INSTANCE_TYPES.find((one) => one.name === name)
  if (!found) throw new Error(`no instance is called ${name}`)
  return found
}
