// The Worker's bindings and variables. Secrets come from the deployment, never from the repository.
import { type KeyRing, ringOf } from '../contract/ground/key-rings.ts'
import type { ObjectsEnv } from '../durable-objects/env.ts'

export type Env = ObjectsEnv & {
  MEDIA: R2Bucket
  /** Large imports and files of validators, some steps a message. */
  IMPORTS: Queue<{ jobId: string; of?: 'check' | 'bulk' }>
  EMAIL?: SendEmail
  /** 'on' where the database has read replicas; anything else: every read asks the primary, with no session of D1. */
  READ_REPLICAS?: string
  /** The page's origin; the only one that CORS lets in, and the base of links in mails. */
  APP_ORIGIN: string
  /** What runners without credentials sign with: set only while such runners are being replaced (docs/runner-hosts.md). */
  RUNNER_SECRET?: string
  TURNSTILE_SECRET: string
  TURNSTILE_SITE_KEY?: string
  /** Script of the widget; default Cloudflare's. */
  TURNSTILE_SCRIPT_URL?: string
  /** Where tokens are checked; default Cloudflare's. */
  TURNSTILE_VERIFY_URL?: string
  MAIL_FROM?: string
  /** Address of the folder with the runbooks, which alerts link; empty: they name the path in the repository. */
  RUNBOOKS_URL?: string
  /** The public half of the backups' key pair, SPKI in base64; the private half is kept elsewhere. Absent: no backup is made. */
  BACKUP_PUBLIC_KEY?: string
  /** Where backups and journal go as well: `https://endpoint/bucket` of any S3, with keys that may only put. Absent: nowhere. */
  SECOND_S3_ADDRESS?: string
  SECOND_S3_REGION?: string
  SECOND_S3_KEY_ID?: string
  SECOND_S3_SECRET?: string
  /** Sandbox only: seconds between backups, instead of once a night. */
  BACKUP_EVERY_S?: string
  /** Key ring for pushes to devices; absent: there are none. */
  VAPID_KEYS?: string
  /** Key ring that signs the record's checkpoints and receipts; absent: none are made. */
  RECORD_KEYS?: string
  /** Push services beside the known ones, comma between them: hosts, or `*.` and a domain. */
  PUSH_HOSTS?: string
  /** Sandbox only: its controls, with the mailbox that all mails go to in the place of EMAIL, and the phone page's address. */
  SANDBOX_URL?: string
  SANDBOX_PHONE_URL?: string
}
/** The first signs, all verify. @throws RangeError when it cannot be read. */
export const linkRing = (env: Pick<Env, 'LINK_KEYS'>): KeyRing => ringOf('LINK_KEYS', env.LINK_KEYS)
/** Nothing reaches WhatsApp. */
export const isSandbox = (env: { APP_ENV: string }): boolean => env.APP_ENV === 'sandbox'
