// Keeps as many runners on containers as the accounts need. Asked once a minute; what a crash leaves undone the next look does.
import type { ObjectsEnv } from '../env.ts'
import type { FleetSize, FleetSizeRequest } from '../rpc.ts'
import { runnerContainer } from '../stubs.ts'
import { addContainer, containerRows, forgetContainer, markDraining, markSeen } from './containers-store.ts'
import type { Runner } from './rules.ts'
import { sizeStep } from './size-rules.ts'

const DEFAULT_CAPACITY = 200
/** Accounts that a runner on a container holds: a number that cannot be read is as if none was given. */
const capacityOf = (env: ObjectsEnv): number => {
  const given = Number(env.RUNNER_CAPACITY)
  return Number.isInteger(given) && given > 0 ? given : DEFAULT_CAPACITY
}

type Ports = { sql: SqlStorage; env: ObjectsEnv; runners: readonly Runner[]; now: number }
export const keepSize = async (
  { sql, env, runners, now }: Ports,
  { on, accounts }: FleetSizeRequest,
): Promise<FleetSize> => {
  const rows = containerRows(sql)
  const size: FleetSize = { needed: 0, started: [], drained: [], failed: [], stuck: [] }
  if (!on && rows.length === 0) return size
  markSeen(
    sql,
    runners.map(({ runnerId }) => runnerId),
    now,
  )
  const step = sizeStep({ on, accounts, capacity: capacityOf(env), rows: containerRows(sql), runners, now })
  size.needed = step.needed
  size.stuck = step.stuck
  // on record before the calls: what is started and then forgotten would run on for nobody
  for (const name of step.start) addContainer(sql, name, now)
  for (const name of step.drain) markDraining(sql, name, now)
  const call = async (name: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      size.failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    })
  await Promise.all([
    ...step.start.map((name) =>
      call(name, async () => {
        if (await runnerContainer(env, name).ensureRunning(name)) size.started.push(name)
      }),
    ),
    ...step.drain.map((name) =>
      call(name, async () => {
        size.drained.push(name)
        if (!(await runnerContainer(env, name).drain())) forgetContainer(sql, name)
      }),
    ),
  ])
  return size
}
