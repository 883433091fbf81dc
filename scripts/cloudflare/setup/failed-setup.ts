// The last lines of a setup that failed: what the account has now, as Cloudflare says it at that moment, what is left, and the one command that
// leads on.
import { type Found, MissingScopes, REFUSED_TOKEN } from '../account.ts'
import { type Change, sentence } from './plan.ts'
import type { Resources } from '../environment.ts'

const thereOf = (resources: Resources, found: Found): string[] => {
  const some = (what: string, names: readonly string[]): string[] =>
    names.length > 0 ? [`${what} ${names.join(', ')}`] : []
  const ours = (wanted: readonly string[], there: readonly string[]): string[] =>
    wanted.filter((name) => there.includes(name))
  return [
    ...(found.database ? [`database ${resources.database}`] : []),
    ...some('buckets', ours(resources.buckets, found.buckets)),
    ...some('queues', ours(resources.queues, found.queues)),
    ...(found.page ? [`page ${[resources.page, ...found.page.domains].join(', ')}`] : []),
    ...(found.subdomain ? [`address ${found.subdomain}.workers.dev`] : []),
    ...some('secrets', found.secrets ?? []),
  ]
}

type Look = () => Promise<{ found: Found; changes: readonly Change[] }>
/** @param look reads the account again. @param command what was typed: it finds what is there, and goes on */
export const failedSetup = async (
  error: unknown,
  resources: Resources,
  look: Look,
  command: string,
): Promise<Error> => {
  const what = error instanceof Error ? error.message : String(error)
  // nothing can be read with this token, and nothing was made
  if (error instanceof MissingScopes || what === REFUSED_TOKEN)
    return new Error(`${what}\nNothing was made. Then go on: ${command}`)
  const lines = await look().then(
    ({ found, changes }) => [
      `There now, as Cloudflare says: ${thereOf(resources, found).join('; ') || 'nothing of it'}`,
      `Left to do: ${[...changes.map(sentence), 'see that [env.…] of wrangler.toml is right'].join('; ')}`,
    ],
    (refused: unknown) => [
      `Cloudflare does not say what is there (${refused instanceof Error ? refused.message : String(refused)})`,
    ],
  )
  return new Error([what, '', ...lines, `Go on: ${command}`].join('\n'), { cause: error })
}
