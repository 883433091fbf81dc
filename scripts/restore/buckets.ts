// Buckets as `npm run restore` and the drill reach them, by S3: the account's own, and the second place.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { S3 } from '../../domain/operation/backup/s3.ts'
import type { Account } from '../cloudflare/account.ts'

type Vars = Record<string, string | undefined>
const PORTS = { clock: () => Date.now(), pause, tries: 6, timeoutMs: 60_000 }

/**
 * R2 takes the API token itself: its id, and the SHA-256 of its value
 * (developers.cloudflare.com/r2/api/tokens/#get-s3-api-credentials-from-an-api-token).
 */
export const bucketOf = async ({ client, id }: Account, bucket: string, vars: Vars): Promise<S3> => {
  const verified = await client.user.tokens.verify().catch(() => client.accounts.tokens.verify({ account_id: id }))
  const secret = createHash('sha256')
    .update(client.apiToken ?? '')
    .digest('hex')
  const endpoint = vars['CLOUDFLARE_R2_URL'] ?? `https://${id}.r2.cloudflarestorage.com`
  return new S3({ address: `${endpoint}/${bucket}`, region: 'auto', keyId: verified.id, secret }, PORTS)
}

/** @param vars the environment, with the credentials that may read @param of the place's own variables @throws Error that names what is missing */
export const secondPlace = (vars: Vars, of: Vars): S3 => {
  const wanted = (name: string): string => {
    const value = vars[name] ?? of[name]
    if (!value) throw new Error(`${name} is missing: the second place is read with credentials of its own`)
    return value
  }
  return new S3(
    {
      address: wanted('SECOND_S3_ADDRESS'),
      region: vars['SECOND_S3_REGION'] ?? of['SECOND_S3_REGION'] ?? 'auto',
      keyId: wanted('SECOND_S3_READ_KEY_ID'),
      secret: wanted('SECOND_S3_READ_SECRET'),
    },
    PORTS,
  )
}
