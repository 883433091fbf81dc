// `npm run setup -- --env production|staging`: makes what is missing of an environment, changes nothing that is right.
// `--plan` says what it would do; without a token it plans for an empty account and asks nobody.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { LOCATION_HINTS, USUAL_LOCATION } from '../../../contract/ground/location-hints.ts'
import { flagsOf } from '../../flags.ts'
import { root } from '../../stack/shell.ts'
import { accountOf, type Found, NOTHING, readAccount, SCOPES } from '../account.ts'
import {
  type Answers,
  answersIn,
  answersSchema,
  type Base,
  type EnvironmentName,
  environmentName,
  partOf,
  resourcesOf,
  WranglerFile,
} from '../environment.ts'
import {
  ASKED_SECRETS,
  Escrow,
  IRREPLACEABLE,
  isTurning,
  KEPT_ALONE,
  KEY_RING_NAMES,
  KEY_RINGS,
  newestFirst,
  SECOND_SECRETS,
  withNewKey,
  workerSecrets,
} from '../secrets.ts'
import { apply, uploadSecrets, type Workshop } from './apply.ts'
import { ask, Unanswered } from './ask.ts'
import { leftToDo, readDns } from './dns.ts'
import { type Change, planSetup, sentence } from './plan.ts'
import { failedSetup } from './failed-setup.ts'
import { mayMakeKeys } from './new-keys.ts'

const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const
const usage = `npm run setup -- --env production|staging
  [--plan]                        say what it would do, and do nothing
  [--domain H] [--turnstile-site-key K] [--mail-from A] [--containers on|off]   asked for when missing
  [--second-place https://ENDPOINT/BUCKET|off] [--second-region R]   where backups go as well, another provider's S3
  [--new-keys]                    at the first set-up: no keys of this place are kept anywhere, so it makes them
  [--location apac]               where database, buckets and new objects are made: ${LOCATION_HINTS.join(', ')}
  [--rotate ${KEY_RING_NAMES.join('|')}]   a new first key; the old ones stay to verify
  [--first]                       with --rotate VAULT_KEYS only, the second step: every runner has the new key, so it becomes the first
  [--settle 120]                  seconds between making it known and using it
CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID are read from the environment, ${Object.keys(ASKED_SECRETS).join(', ')} too when they
are there, else they are asked for.
The token needs: ${Object.values(SCOPES).join(', ')}.`

const { values } = flagsOf(usage, {
  options: {
    env: text,
    plan: yes,
    domain: text,
    'turnstile-site-key': text,
    'mail-from': text,
    containers: text,
    'second-place': text,
    'second-region': text,
    location: text,
    'new-keys': yes,
    rotate: text,
    first: yes,
    settle: { type: 'string', default: '120' },
  },
})

/** Never asked for: a place may have none. */
const secondOf = (before: Partial<Answers>): Pick<Answers, 'secondPlace' | 'secondRegion'> => {
  const secondPlace = values['second-place'] ?? before.secondPlace
  const secondRegion = values['second-region'] ?? before.secondRegion
  if (secondPlace === undefined || secondPlace === 'off') return {}
  return { secondPlace, ...(secondRegion === undefined ? {} : { secondRegion }) }
}
/** Planning asks nobody: what is not known yet is shown as what will be asked. */
const answersOf = async (before: Partial<Answers>, planning: boolean): Promise<Answers> => {
  const one = async (given: string | undefined, known: string | undefined, question: string, flag: string) =>
    given ?? known ?? (planning ? '' : await ask(question, flag))
  const answers = {
    domain: await one(values.domain, before.domain, 'Host of the page, e.g. blast.example.com', '--domain'),
    turnstileSiteKey: await one(
      values['turnstile-site-key'],
      before.turnstileSiteKey,
      'Site key of the Turnstile widget',
      '--turnstile-site-key',
    ),
    mailFrom: await one(values['mail-from'], before.mailFrom, 'Address that mails come from', '--mail-from'),
    containers: values.containers ?? before.containers ?? 'on',
    ...secondOf(before),
    location: values.location ?? before.location ?? USUAL_LOCATION,
  }
  if (planning) return answers as Answers
  const checked = answersSchema.safeParse(answers)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new Unanswered(`${issue?.path.join('.')}: ${issue?.message}`)
}

const setup = async (): Promise<void> => {
  const name = environmentName(values.env)
  if (values.location !== undefined && !LOCATION_HINTS.some((hint) => hint === values.location))
    throw new Error(`--location: one of ${LOCATION_HINTS.join(', ')}`)
  const planning = values.plan ?? false
  const file = new WranglerFile(join(root, 'wrangler.toml'))
  const base = file.base()
  const resources = resourcesOf(base, name)
  const account = accountOf(process.env)
  if (!account && !planning) throw new Error(`CLOUDFLARE_API_TOKEN is missing.\n${usage}`)
  const known = answersIn(file.part(name))
  /** Until they are asked for, the answers of before. */
  let answers: Answers | null = null
  const look = async (): Promise<Looked> => {
    const found: Found = account ? await readAccount(account, resources) : NOTHING
    answers ??= await answersOf(known, planning)
    const target = found.page?.address ?? `${resources.page}.pages.dev`
    const dns = account && answers.domain ? await readDns(account, answers.domain, target) : null
    // Names of workers.dev are shared by everybody on Cloudflare: part of the account's id keeps ours apart.
    const subdomain = found.subdomain ?? `wa-blaster-${account?.id.slice(0, 8) ?? '…'}`
    const changes = planSetup(resources, found, {
      domain: answers.domain || '(asked for)',
      makesRecord: dns === null || dns.state === 'none',
      subdomain,
      replication: base.vars['READ_REPLICAS'] === 'on',
      secrets: [...workerSecrets(answers.containers), ...(answers.secondPlace ? SECOND_SECRETS : [])],
    })
    return { found, answers, changes, subdomain, left: dns && leftToDo(dns, answers.domain, target) }
  }
  if (planning) return tellPlan(name, account !== null, await look())
  if (!account) return
  try {
    await make({ account, resources, file, base, name }, await look())
  } catch (error) {
    const command = ['npm run setup --', ...process.argv.slice(2)].join(' ')
    throw error instanceof Unanswered ? error : await failedSetup(error, resources, look, command)
  }
}

type Looked = { found: Found; answers: Answers; changes: Change[]; subdomain: string; left: string | null }
const tellPlan = (name: EnvironmentName, isRead: boolean, { changes, left }: Looked): void => {
  console.log(isRead ? `Plan for ${name}:` : `Plan for ${name} in an empty account (no token given):`)
  console.log(`  the token needs ${Object.values(SCOPES).join(', ')}`)
  for (const change of changes) console.log(`  + ${sentence(change)}`)
  console.log(`  + write [env.${name}] of wrangler.toml`)
  if (left) console.log(left)
}

type Making = Pick<Workshop, 'account' | 'resources'> & {
  file: WranglerFile
  base: Base
  name: EnvironmentName
}
const make = async (making: Making, { found, answers, changes, subdomain, left }: Looked): Promise<void> => {
  const { account, resources, file, base, name } = making
  const escrow = new Escrow(join(root, '.escrow', `${name}.json`))
  const hasSecrets = (found.secrets ?? []).length > 0
  const missing = changes.flatMap((change) => (change.kind === 'secrets' ? change.names : []))
  mayMakeKeys({ escrow, missing, hasSecrets, isTold: values['new-keys'] ?? false })
  const asked = async (one: string): Promise<string> =>
    process.env[one] ?? (await ask(ASKED_SECRETS[one] ?? one, one, true))
  for (const change of changes) {
    const shop = { account, resources, location: answers.location, escrow, hasSecrets, asked, config: file.path }
    await apply(shop, change)
    console.log(`✓ ${sentence(change)}`)
  }
  const databaseId = found.database?.id ?? (await readAccount(account, resources)).database?.id
  if (!databaseId) throw new Error(`the database ${resources.database} was made but is not listed yet: run setup again`)
  const part = partOf(base, name, answers, { databaseId, subdomain })
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(file.part(name))), JSON.parse(JSON.stringify(part))))
    console.log(`= [env.${name}] of wrangler.toml is right`)
  else {
    file.write(name, part)
    console.log(`✓ [env.${name}] of wrangler.toml written: commit it`)
  }
  if (values.rotate !== undefined)
    await rotate(values.rotate, { worker: resources.worker, config: file.path, known: found.secrets ?? [] }, escrow)
  else if (changes.length === 0) console.log('= nothing was missing')
  if (left) console.log(left)
  if (changes.some((change) => change.kind === 'secrets') || values.rotate) tellEscrow(escrow)
}

/** Cloudflare shows no secret again, so the ring that is turned must be the kept one. */
const rotate = async (
  name: string,
  { worker, config, known }: { worker: string; config: string; known: readonly string[] },
  escrow: Escrow,
): Promise<void> => {
  const ring = escrow.read()[name]
  if (values.first && name !== 'VAULT_KEYS')
    throw new Error(`--first: of VAULT_KEYS only. ${name} is turned in one step: --rotate ${name}`)
  if (!KEY_RING_NAMES.some((one) => one === name)) throw new Error(`--rotate: one of ${KEY_RING_NAMES.join(', ')}`)
  if (!ring) throw new Error(`${name} is not in ${escrow.path}: bring the file back from where it is kept`)
  const upload = async (next: string): Promise<void> => {
    escrow.add({ [name]: next })
    if (known.includes(name)) await uploadSecrets(worker, config, { [name]: next })
  }
  // a turn that broke off goes on: its new key is in the kept file, and stands behind the one of before
  const grown = values.first || isTurning(ring) ? ring : withNewKey(ring)
  if (!values.first) await upload(grown)
  if (name === 'VAULT_KEYS' && !values.first) {
    // A container reads the ring when it starts, and what one seals with a key of its own the others could not open.
    console.log(vaultStep)
    return
  }
  // Isolates of before, and objects for up to a minute, run on: they must know the new key before anything is written with it.
  if (!values.first) await sleep(Number(values.settle) * 1_000)
  await upload(newestFirst(grown))
  if (!known.includes(name)) console.log(`- ${worker} has no ${name}: give it to your own runners from ${escrow.path}`)
  console.log(`✓ ${name} has its newest key first; what older keys signed stays valid while they are in the ring`)
}
const vaultStep = `✓ VAULT_KEYS has a new last key, which nothing is sealed with yet
  Now give it to every runner: those on containers get it from a deploy with a new image, those on hosts of your own by hand.
  When all of them have started again: npm run setup -- --env ${values.env} --rotate VAULT_KEYS --first`
const tellEscrow = (escrow: Escrow): void => {
  const held = escrow.read()
  console.log(`\nPut ${escrow.path} away where the database's backups are not, and delete it here. It holds:`)
  for (const [name, why] of Object.entries({ ...KEY_RINGS, ...KEPT_ALONE }))
    if (name in held) console.log(`  ${name}: ${why}.`)
  if (!IRREPLACEABLE.every((name) => name in held))
    console.log('It is not all of them: put it beside the file that is kept, not in its place.')
}

await setup().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
