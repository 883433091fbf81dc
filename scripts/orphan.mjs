// npm passes SIGTERM on to the shell that it starts a command in; the shell dies and tells nobody, and the command would go on for ever.
const LOOK_MS = 500

/**
 * Calls once when the process that started this one is gone. Only under npm: who starts it by hand may leave.
 * @param {() => void} then @param {Record<string, string | undefined>} env
 */
export const whenOrphaned = (then, env = process.env) => {
  if (env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, LOOK_MS)
  timer.unref()
}
