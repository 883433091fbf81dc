// Replaces the module `cloudflare:workers` where the objects run in Node; loader.ts and vitest's alias lead here.
/** Imported by the class for containers, of which the simulator runs none. */
export class WorkerEntrypoint {
  protected ctx: unknown
  constructor(ctx: unknown) {
    this.ctx = ctx
  }
}

export class DurableObject<Env = unknown> {
  protected ctx: DurableObjectState
  protected env: Env

  constructor(ctx: DurableObjectState, env: Env) {
    this.ctx = ctx
    this.env = env
  }
}
