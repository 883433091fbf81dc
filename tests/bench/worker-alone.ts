// The Worker by itself on Miniflare, with a database that was filled before it started: for what needs no runner.
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { seedDemoData } from '../../scripts/demo-data/seed.ts'
import { migrate, withDatabase } from '../../scripts/stack/database.ts'
import { openRegister } from '../../scripts/stack/orphans.ts'
import { miniflarePart, origin } from '../../scripts/stack/parts.ts'
import { freePort } from '../../scripts/stack/ports.ts'
import { localSecrets } from '../../scripts/stack/secrets.ts'
import { type Part, supervise } from '../../scripts/stack/supervise.ts'
import { workerVars, writeEnvFile } from '../../scripts/stack/worker-vars.ts'

/** inspectorPort: of its isolate, while one was asked for. */
export type Alone = {
  origin: string
  home: string
  part: Part
  inspectorPort: number | undefined
  stop: () => Promise<void>
}
type Options = { entry?: string; inspected?: boolean }
const READY_MS = 90_000

/** @param options entry: another Worker in its place, with the same bindings; inspected: its isolate can be looked into */
export const startAlone = async (
  fill: (db: DatabaseSync) => void,
  { entry, inspected = false }: Options = {},
): Promise<Alone> => {
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-bench-'))
  await mkdir(join(home, 'logs'))
  const register = openRegister(home)
  const ports = { page: await freePort(), worker: await freePort(), sandbox: await freePort() }
  const inspectorPort = inspected ? await freePort() : undefined
  let part: Part | null = null
  const stop = async (): Promise<void> => {
    await part?.stop()
    register.close()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const secrets = localSecrets(home)
    await migrate(home)
    await seedDemoData(home, 'people')
    withDatabase(home, fill)
    const vars = workerVars(secrets, { origin: origin(ports.page), sandboxOrigin: origin(ports.sandbox) })
    const spec = miniflarePart(home, ports, writeEnvFile(home, vars), { entry, inspectorPort })
    part = supervise(spec, register, () => {})
    part.start()
    await part.untilReady(READY_MS)
    return { origin: origin(ports.worker), home, part, inspectorPort, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
export const startBare = (): Promise<Alone> => startAlone(() => {}, { entry: 'tests/bench/worker/bare.ts' })
