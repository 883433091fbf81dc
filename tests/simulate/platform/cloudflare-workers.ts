// Stands for the module `cloudflare:workers` where the objects run in Node; loader.ts and vitest's alias lead here.
/** Loaded with the class of containers, which runs none of them in the simulator. */
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
