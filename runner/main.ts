// Entry of the runner: reads the environment, starts, drains on SIGTERM. Run by `node runner/main.ts`.
import { EnvironmentError, readEnvironment } from './environment.ts'
import { makeLog, silenceLibraries } from './log.ts'
import { startRunner } from './runner.ts'

/** EX_CONFIG of sysexits.h: to start it again as it is would change nothing. */
const REFUSED_EXIT = 78

const start = async (): Promise<void> => {
  const env = readEnvironment(process.env)
  silenceLibraries()
  const log = makeLog(env.logLevel, env.runnerId)
  const runner = await startRunner(env, log)
  let stopping = false
  const stop = (why: string, code = 0): void => {
    if (stopping) return
    stopping = true
    log.info({ why }, 'draining')
    runner
      .drain()
      .catch((error: unknown) => log.error({ err: error }, 'drain failed'))
      .finally(() => process.exit(code))
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  // what it holds from an earlier dial is handed over first: a deploy may have ended its protocol
  void runner.refused.then((line) => {
    process.stderr.write(`runner: ${line}\n`)
    stop('refused', REFUSED_EXIT)
  })
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
