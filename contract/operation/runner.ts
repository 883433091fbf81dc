// The two sockets of a runner. Commands go down, facts come up; frames carry several of either.
// Control socket: runner <-> RunnerFleet. Account socket: runner <-> that account's AccountBlast.
import { z } from 'zod'
import { MINUTE_MS } from '../ground/time.ts'
import { OPT_OUT_MAX_CHARS } from '../recipients/opt-out.ts'
import { runnerReport, runnerSession } from './monitor.ts'
import { runnerClock, runnerMode } from './runner-hello.ts'
import { heartbeat } from './runner-metrics.ts'
import { reseal, resealed, vaultKeys } from '../people/vault-keys.ts'

export const CONTROL_PATH = '/api/runner/control'
/** Followed by /{accountId}?epoch=N. With &leftover=1 a runner that was fenced hands in the facts it still has. */
export const ACCOUNT_PATH = '/api/runner/account'
/** Followed by /{folder}/{name}, the two parts of a medium's key: template media for the runner. */
export const MEDIA_PATH = '/api/runner/media'

/**
 * What a runner's credential is made of: hex HMAC-SHA256(a key of the ring RUNNER_KEYS, this text), written `kid:hex`. The
 * Worker derives the same from the name in a call, so a credential is worth nothing under another name.
 */
export const credentialText = (runnerId: string): string => `wa-blaster runner credential\n${runnerId}`
/** Request headers of every runner call; signature = hex HMAC-SHA256(the credential's 32 bytes, signedText(...)). */
export const RUNNER_HEADERS = {
  id: 'x-runner-id',
  /** Which key of the ring the credential was made with. Older runners, with one shared secret for all, do not send it. */
  key: 'x-runner-key',
  boot: 'x-runner-boot',
  time: 'x-runner-time',
  nonce: 'x-runner-nonce',
  signature: 'x-runner-signature',
} as const
export const signedText = (p: {
  path: string
  runnerId: string
  bootId: string
  time: string
  nonce: string
}): string => [p.path, p.runnerId, p.bootId, p.time, p.nonce].join('\n')
/** A signature that is older or newer than this is refused; nonces are remembered for twice that time. */
export const SIGNATURE_WINDOW_MS = MINUTE_MS

/** The runtime answers it without waking the object; a `pong` renews the lease. */
export const PING = 'ping'
export const PONG = 'pong'
export const CLOSE = {
  /** Another epoch owns the account: close the WhatsApp socket at once, do not redial. */
  fenced: 4001,
  unauthorized: 4003,
  /** The same epoch has dialled again, so this older socket is not used any more. */
  replaced: 4009,
  /** Another runner with the same name is alive. */
  nameTaken: 4010,
  /** The account's holder has not let go yet: dial again in a moment. */
  notYet: 4011,
  /** A sandbox runner at a live Worker, or the other way round. The close reason says which; dialling again does not help. */
  wrongMode: 4012,
  /** The runner's protocol is older than OLDEST_PROTOCOL. The close reason says so; dialling again does not help. */
  tooOld: 4013,
  badFrame: 4400,
} as const
/** Text that is no JSON is read as undefined, which every frame's schema refuses. */
export const frameJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** After this time without its object a runner gives the account up, with the key rows that it could not hand in. */
export const GIVE_UP_MS = 5 * MINUTE_MS
/** A runner tries so long to unlink a device; until then the account's object lets its lease stand. */
export const LOGOUT_MS = 5_000

/** One row of an account's session, encrypted by the runner. `owner`: the number (or lid user) it belongs to; null: the account's own. */
const keyRow = z.object({
  type: z.string().max(40),
  id: z.string().max(200),
  owner: z.string().max(40).nullable(),
  /** base64 of key id, iv, ciphertext, tag; null deletes. */
  data: z.string().nullable(),
})
export type KeyRow = z.infer<typeof keyRow>
/** `type` of the row that holds the Baileys creds; its id is `creds`. */
export const CREDS_TYPE = 'creds'

const messageContent = z.object({
  text: z.string(),
  media: z.object({ key: z.string(), mimetype: z.string(), filename: z.string() }).nullable().default(null),
})
export type MessageContent = z.infer<typeof messageContent>

// ---------------------------------------------------------------- control socket
export const controlUp = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    capacity: z.number().int().min(0),
    version: z.string(),
    protocol: z.number().int().min(1).default(1),
    /** null: a runner of an older version, which does not send it. */
    mode: runnerMode.nullable().default(null),
    accounts: z.array(z.object({ accountId: z.string(), epoch: z.number() })),
    vaultKeys,
    ...runnerClock,
  }),
  heartbeat,
  z.object({ kind: z.literal('closed'), accountId: z.string(), epoch: z.number() }),
  /** SIGTERM: place nothing more here. */
  z.object({ kind: z.literal('draining') }),
  /** Answer to `report`, for the monitor. */
  z.object({
    kind: z.literal('report'),
    requestId: z.string().max(80),
    report: runnerReport,
    session: runnerSession.nullable(),
  }),
  resealed,
])
export type ControlUp = z.infer<typeof controlUp>
export const controlDown = z.discriminatedUnion('kind', [
  /** Answers a runner's `hello` that stated its protocol: which Worker let it in. */
  z.object({ kind: z.literal('hello'), protocol: z.number(), version: z.string(), mode: runnerMode }),
  /** Dial that account's object after `afterMs`, so that many accounts that come back at once are opened one after the other. */
  z.object({ kind: z.literal('open'), accountId: z.string(), epoch: z.number(), afterMs: z.number().default(0) }),
  z.object({ kind: z.literal('close'), accountId: z.string(), epoch: z.number() }),
  /** For dev's monitor: report on yourself, and on what you hold of this account. */
  z.object({ kind: z.literal('report'), requestId: z.string(), accountId: z.string().nullable() }),
  reseal,
])
export type ControlDown = z.infer<typeof controlDown>

// ---------------------------------------------------------------- account socket, down
const dial = {
  /** Proxy url with credentials; null: direct. */
  proxy: z.string().nullable(),
  /** For example 2.3000.1043857760; null: the runner's default. */
  waVersion: z.string().nullable(),
}
export const command = z.discriminatedUnion('kind', [
  /** Start with fresh creds to link a phone; ends with `open` or `closed`. */
  z.object({ kind: z.literal('link'), mode: z.enum(['qr', 'code']), phone: z.string().nullable(), ...dial }),
  /** Log in with stored rows (creds, the newest pre-key, own devices). Empty rows: the runner still holds them (after 515, or to reconnect). */
  z.object({ kind: z.literal('connect'), rows: z.array(keyRow), ...dial }),
  /** Close the WhatsApp socket; with logout, unlink the device first, in LOGOUT_MS at most. Answered by `closed`. */
  z.object({ kind: z.literal('disconnect'), logout: z.boolean() }),
  z.object({
    kind: z.literal('send'),
    attemptId: z.string(),
    messageId: z.string(),
    number: z.string(),
    /** Epoch ms by the object's clock (see `at` of a frame). A message that has not left by then must not leave: it is `failed`. */
    notAfter: z.number(),
    content: messageContent,
    /** All rows that the vault has of this number. */
    rows: z.array(keyRow),
  }),
  /** These messages must not leave any more, because their recipient opted out. One that has left cannot be taken back. */
  z.object({ kind: z.literal('cancel'), attemptIds: z.array(z.string()) }),
  z.object({ kind: z.literal('lookup'), requestId: z.string(), numbers: z.array(z.string()).min(1).max(50) }),
  /** Answers `need`; an id without a row is not in the vault. */
  z.object({ kind: z.literal('rows'), requestId: z.string(), rows: z.array(keyRow) }),
  /** Answers `leaving`: finish what is in flight, report its results, close WhatsApp without unlinking, then say `closed`. */
  z.object({ kind: z.literal('handOver') }),
  /** Answers `needContent`; null: this message must not be sent again, because it is unknown or its recipient opted out. */
  z.object({ kind: z.literal('content'), messageId: z.string(), content: messageContent.nullable() }),
])
export type Command = z.infer<typeof command>
// its frames: runner-frames.ts

// ---------------------------------------------------------------- account socket, up
/** The stored session cannot be decrypted or has no creds: dialling again does not help until the key is back. */
export const SESSION_UNREADABLE = 498

/** WhatsApp's limits on starting chats. */
const restrictionCause = z.enum(['reachout', 'chat_cap'])
export type RestrictionCause = z.infer<typeof restrictionCause>
/** Why a message certainly never left. */
export const failReason = z.enum([
  /** Its deadline had passed. */
  'late',
  /** Its recipient opted out, was erased or made nonactive. */
  'cancelled',
  /** There is no open session, or no lease. */
  'offline',
  /** A question that must be answered before a message was refused by WhatsApp, answered in part, or not at all. */
  'refused',
  /** Its content could not be made, for example because its media is gone. */
  'content',
])
export type FailReason = z.infer<typeof failReason>

const me = z.object({ phone: z.string(), lid: z.string().nullable(), pushname: z.string().nullable() })
export const fact = z.discriminatedUnion('kind', [
  /** Of every dial, behind what waited: what this runner holds of the account. */
  z.object({
    kind: z.literal('hello'),
    connection: z.enum(['none', 'linking', 'connecting', 'open']),
    me: me.nullable(),
  }),
  /** This process is to end. It works on until `handOver` comes, which an older object never sends. */
  z.object({ kind: z.literal('leaving') }),
  z.object({ kind: z.literal('qr'), qr: z.string(), ttlMs: z.number() }),
  z.object({ kind: z.literal('code'), code: z.string(), ttlMs: z.number() }),
  /** WhatsApp refused a pairing code, so none is shown. 404: it does not know the number; 429: too many requests. */
  z.object({
    kind: z.literal('codeRefused'),
    /** WhatsApp's error; null: it did not answer. */
    code: z.number().nullable(),
    /** Seconds to wait, when WhatsApp says so. */
    backoffS: z.number().nullable(),
  }),
  /** The phone accepted; WhatsApp now wants a restart (`closed` with 515 follows). */
  z.object({ kind: z.literal('paired'), me }),
  z.object({ kind: z.literal('open'), me }),
  z.object({
    kind: z.literal('closed'),
    /** Baileys' status code of the disconnect; 0: the runner itself closed it; or SESSION_UNREADABLE. */
    code: z.number(),
    /** Text for the monitor: no number, no token. */
    detail: z.string().max(300),
    /** false: the proxy or the network failed before WhatsApp answered. */
    reachedWhatsapp: z.boolean(),
    /** true: the proxy refused or could not be reached */
    proxyFailed: z.boolean(),
  }),
  z.object({ kind: z.literal('rows'), rows: z.array(keyRow) }),
  z.object({
    kind: z.literal('need'),
    requestId: z.string(),
    items: z.array(z.object({ type: z.string(), id: z.string() })),
  }),
  /** A recipient could not read this message and asks for it again, and this process does not hold its content. */
  z.object({ kind: z.literal('needContent'), messageId: z.string() }),
  z.object({
    kind: z.literal('result'),
    attemptId: z.string(),
    messageId: z.string(),
    /** acked: the server's ack. rejected: an ack with an error. not_registered: the look-up said no. failed: it certainly never left. */
    outcome: z.enum(['acked', 'rejected', 'not_registered', 'failed']),
    /** Only for `failed`. */
    reason: failReason.nullable().default(null),
    /** Seconds to wait, when WhatsApp says so. */
    backoffS: z.number().nullable().default(null),
    /** WhatsApp's error code; only for `rejected`. */
    error: z.number().nullable(),
    lid: z.string().nullable(),
    rows: z.array(keyRow),
  }),
  z.object({
    kind: z.literal('receipts'),
    /** acked: the server's own ack, when it came after the socket that sent the message was gone. */
    items: z.array(z.object({ messageId: z.string(), type: z.enum(['acked', 'delivered', 'read']), at: z.number() })),
  }),
  /** Somebody wrote to this account. Only short texts are passed on, to be compared with the opt-out words, and what longer ones mean; none is stored. */
  z.object({
    kind: z.literal('inbound'),
    items: z.array(
      z.object({
        id: z.string(),
        number: z.string().nullable(),
        lid: z.string().nullable(),
        /** Empty where the text is longer: only what it means is passed on. */
        text: z.string().max(OPT_OUT_MAX_CHARS),
        /** Of a longer text (rule own-words); absent from a runner of before. */
        means: z.enum(['stop', 'doubt']).nullable().default(null),
        at: z.number(),
      }),
    ),
  }),
  /** The member deleted these messages for everyone on their phone. */
  z.object({ kind: z.literal('revoked'), messageIds: z.array(z.string()) }),
  /** until null: WhatsApp did not say for how long. */
  z.object({ kind: z.literal('restricted'), cause: restrictionCause, until: z.number().nullable() }),
  /** WhatsApp says that this limit is over. */
  z.object({ kind: z.literal('unrestricted'), cause: restrictionCause }),
  z.object({
    kind: z.literal('lookedUp'),
    requestId: z.string(),
    /** One answer for every number of the question; empty where there is an error. */
    results: z.array(z.object({ number: z.string(), registered: z.boolean() })),
    error: z.string().nullable(),
    /** WhatsApp's own code of the error. */
    code: z.number().nullable(),
    /** Seconds to wait, when WhatsApp says so. */
    backoffS: z.number().nullable().default(null),
  }),
])
export type Fact = z.infer<typeof fact>
/** Facts that stay true no matter who holds the account now, and are idempotent by their ids: they are taken from a runner of any epoch. */
export const OUTLIVES_ITS_EPOCH: ReadonlySet<Fact['kind']> = new Set([
  'result',
  'receipts',
  'inbound',
  'revoked',
  'lookedUp',
  'restricted',
])
/** seq counts up from 1 per boot of the runner, account and epoch; facts are repeated until they are acknowledged. */
export const upFrame = z.object({ facts: z.array(z.object({ seq: z.number(), fact })) })
export type UpFrame = z.infer<typeof upFrame>
