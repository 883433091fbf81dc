// The flags of a command. `--help` prints what it takes and ends with 0; what it does not take is named above that, and ends with 2.
import { parseArgs, type ParseArgsConfig } from 'node:util'

export const misused: (what: string, usage: string) => never = (what, usage) => {
  console.error(`${what}\nUsage: ${usage}`)
  process.exit(2)
}
export const flagsOf = <T extends ParseArgsConfig>(usage: string, config: T) => {
  if (process.argv.includes('--help', 2)) {
    console.log(`Usage: ${usage}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    // Node's second sentence is about arguments that begin with a dash: none of ours does
    const [what = ''] = error instanceof Error ? error.message.split('. ') : []
    return misused(what, usage)
  }
}
