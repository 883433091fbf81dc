// Entry of the runner: reads the environment, starts, drains on SIGTERM. Run by `node runner/main.ts`.
import { EnvironmentError, readEnvironment } from './environment.ts'
import { makeLog, silenceLibraries } from './log.ts'
import { startRunner } from './runner.ts'

const start = async (): Promise<void> => {
  const env = readEnvironment(process.env)
  silenceLibraries()
  const log = makeLog(env.logLevel, env.runnerId)
  const runner = await startRunner(env, log)
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'draining')
    runner
      .drain()
      .catch((error: unknown) => log.error({ err: error }, 'drain failed'))
      .finally(() => process.exit(0))
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  // one account's unhandled rejection must not end the process, and all other accounts with it
  process.on('unhandledRejection', (error) => log.warn({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })
}

start().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`runner: ${error instanceof EnvironmentError ? text : `cannot start: ${text}`}\n`)
  process.exit(1)
})
