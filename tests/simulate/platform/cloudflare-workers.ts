// Stands for the module `cloudflare:workers` where the objects run in Node; loader.ts and vitest's alias lead here.
export class DurableObject<Env = unknown> {
  protected ctx: DurableObjectState
  protected env: Env

  constructor(ctx: DurableObjectState, env: Env) {
    this.ctx = ctx
    this.env = env
  }
}
