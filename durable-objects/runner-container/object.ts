// One runner on Cloudflare Containers. It starts and ends when the fleet says so, never because no request came: a runner only
// dials out, and the platform would take it for idle.
import { Container } from '@cloudflare/containers'
import { STOP_MS } from '../../contract/operation/runner-hello.ts'
import type { ObjectsEnv } from '../env.ts'
import type { RunnerContainerRpc } from '../rpc.ts'
import { HEALTH_PORT, runnerEnvironment } from './environment.ts'

const DRAIN_AT = 'drainAt'

export class RunnerContainer extends Container<ObjectsEnv> implements RunnerContainerRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  override defaultPort = HEALTH_PORT

  async ensureRunning(name: string): Promise<boolean> {
    if (this.#running) return false
    await this.ctx.storage.delete(DRAIN_AT)
    await this.start({ envVars: await runnerEnvironment(this.env, name), enableInternet: true })
    return true
  }

  async drain(): Promise<boolean> {
    if (!this.#running) return false
    const drainAt = await this.ctx.storage.get<number>(DRAIN_AT)
    if (drainAt === undefined) await this.ctx.storage.put(DRAIN_AT, Date.now())
    // told again at each look, which a runner that is draining ignores: the first time may have been lost
    if (drainAt === undefined || Date.now() - drainAt < STOP_MS) await this.stop('SIGTERM')
    else await this.destroy()
    return this.#running
  }

  /** The base class would stop it here. */
  override async onActivityExpired(): Promise<void> {
    this.renewActivityTimeout()
  }

  get #running(): boolean {
    return this.ctx.container?.running === true
  }
}
