// Makes one planned change. Each is safe to make again after a failure half-way: what is there is found by the next plan.
import type { LocationHint } from '../../../contract/ground/location-hints.ts'
import { mustRun } from '../../stack/shell.ts'
import type { Account } from '../account.ts'
import type { Resources } from '../environment.ts'
import { isLocked, rulesOf, withLocks } from '../locks.ts'
import { newBackupPair } from '../../backup-keys.ts'
import { ASKED_SECRETS, BACKUP_KEY, type Escrow, KEY_RING_NAMES, type Kept, newRing } from '../secrets.ts'
import { makeRecord } from './dns.ts'
import type { Change } from './plan.ts'

/** Databases and buckets know fewer places than objects: the nearest of theirs. */
const STORED_NEAR = {
  wnam: 'wnam',
  enam: 'enam',
  sam: 'enam',
  weur: 'weur',
  eeur: 'eeur',
  apac: 'apac',
  'apac-ne': 'apac',
  'apac-se': 'apac',
  oc: 'oc',
  afr: 'weur',
  me: 'eeur',
} as const satisfies Record<LocationHint, string>

export type Workshop = {
  account: Account
  resources: Resources
  location: LocationHint
  escrow: Escrow
  /** Some were uploaded before this run. */
  hasSecrets: boolean
  /** A secret that somebody else made. */
  asked: (name: string) => Promise<string>
  /** The Worker's secrets are set by the file's own environment. */
  config: string
}

/** Kept ones, else new ones: `mayMakeKeys` was asked before. */
const secretsFor = async (shop: Workshop, names: readonly string[]): Promise<Kept> => {
  const kept = shop.escrow.read()
  const secrets: Kept = {}
  for (const name of names) {
    if (name === BACKUP_KEY && !kept[name]) {
      // kept before the public half is used: a backup that nobody can open would be none
      const pair = newBackupPair()
      shop.escrow.add(pair)
      secrets[name] = pair.BACKUP_PUBLIC_KEY
      continue
    }
    secrets[name] = kept[name] ?? (name in ASKED_SECRETS ? await shop.asked(name) : newRing())
  }
  return secrets
}
/** On standard input: a command line is visible to every program of this machine. */
export const uploadSecrets = async (worker: string, config: string, secrets: Kept): Promise<void> => {
  await mustRun('wrangler', ['secret', 'bulk', '--name', worker, '--config', config], {
    input: JSON.stringify(secrets),
  })
}

export const apply = async (shop: Workshop, change: Change): Promise<void> => {
  const { client, id } = shop.account
  const of = { account_id: id }
  switch (change.kind) {
    case 'database':
      await client.d1.database.create({ ...of, name: change.name, primary_location_hint: STORED_NEAR[shop.location] })
      return
    case 'replication': {
      for await (const database of client.d1.database.list({ ...of, name: change.name })) {
        if (database.name !== change.name || !database.uuid) continue
        await client.d1.database.update(database.uuid, { ...of, read_replication: { mode: 'auto' } })
      }
      return
    }
    case 'bucket':
      await client.r2.buckets.create({ ...of, name: change.name, locationHint: STORED_NEAR[shop.location] })
      return
    case 'locks': {
      const locks = client.r2.buckets.locks
      const there = rulesOf(await locks.get(change.name, of))
      await locks.update(change.name, { ...of, rules: withLocks(there) })
      // said only once Cloudflare says so
      if (!isLocked(rulesOf(await locks.get(change.name, of))))
        throw new Error(`the bucket ${change.name} has no locks although they were set: run setup again`)
      return
    }
    case 'queue':
      await client.queues.create({ ...of, queue_name: change.name })
      return
    case 'page':
      await client.pages.projects.create({ ...of, name: change.name, production_branch: 'main' })
      return
    case 'page-domain':
      await client.pages.projects.domains.create(shop.resources.page, { ...of, name: change.name })
      return
    case 'dns':
      await makeRecord(shop.account, shop.resources.page, change.name)
      return
    case 'subdomain':
      await client.workers.subdomains.update({ ...of, subdomain: change.name })
      return
    case 'secrets': {
      const secrets = await secretsFor(shop, change.names)
      // every ring is made with the first ones, also where only runners of the op's own need it
      const others = shop.hasSecrets
        ? {}
        : await secretsFor(
            shop,
            KEY_RING_NAMES.filter((name) => !(name in secrets)),
          )
      shop.escrow.add({ ...others, ...secrets })
      await uploadSecrets(shop.resources.worker, shop.config, secrets)
    }
  }
}
