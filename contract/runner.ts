// The two sockets of a runner. Commands go down, facts come up; frames carry several of either.
// Control socket: runner <-> RunnerFleet. Account socket: runner <-> that account's AccountBlast.
import { z } from 'zod'
import { MINUTE_MS } from './time.ts'
import { runnerReport, runnerSession } from './monitor.ts'
import { runnerMode } from './runner-hello.ts'

export const CONTROL_PATH = '/api/runner/control'
/** + /{accountId}?epoch=N; with &leftover=1 a runner that was fenced hands in what it still has to tell. */
export const ACCOUNT_PATH = '/api/runner/account'
/** + /{folder}/{name}, the two parts of a medium's key: template media for the runner. */
export const MEDIA_PATH = '/api/runner/media'

/**
 * What a runner's own credential is made of: hex HMAC-SHA256(a key of the ring RUNNER_KEYS, this text), written `kid:hex`. The
 * Worker makes the same for the name that a call states: a credential is worth nothing under another name.
 */
export const credentialText = (runnerId: string): string => `wa-blaster runner credential\n${runnerId}`
/** Request headers of every runner call; signature = hex HMAC-SHA256(the credential's 32 bytes, signedText(...)). */
export const RUNNER_HEADERS = {
  id: 'x-runner-id',
  /** Which key of the ring the credential was made with. Absent from runners that know one shared secret only. */
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
/** A signature older or newer than this is refused; nonces are remembered as long. */
export const SIGNATURE_WINDOW_MS = MINUTE_MS

/** Answered by the object without waking: a `pong` renews the lease. */
export const PING = 'ping'
export const PONG = 'pong'
export const CLOSE = {
  /** Another epoch owns the account: close the WhatsApp socket at once, do not redial. */
  fenced: 4001,
  unauthorized: 4003,
  /** The same epoch dialled again: this older socket is no longer used. */
  replaced: 4009,
  /** Another runner that lives has the same name. */
  nameTaken: 4010,
  /** The account's holder has not let go yet: dial again in a moment. */
  notYet: 4011,
  /** A sandbox runner at a live Worker, or the other way round. Its reason says so; dialling again is no use. */
  wrongMode: 4012,
  /** The runner's protocol is older than OLDEST_PROTOCOL. Its reason says so; dialling again is no use. */
  tooOld: 4013,
  badFrame: 4400,
} as const
/** A frame that is no JSON is read as undefined, which the schema of no frame accepts. */
export const frameJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A runner whose object is out of reach for so long gives the account up, and with it the key rows it could not hand in. */
export const GIVE_UP_MS = 5 * MINUTE_MS

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
    /** null: a runner of a version that does not say it. */
    mode: runnerMode.nullable().default(null),
    accounts: z.array(z.object({ accountId: z.string(), epoch: z.number() })),
  }),
  z.object({ kind: z.literal('heartbeat'), accounts: z.number(), rssMb: z.number(), lagMs: z.number() }),
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
])
export type ControlUp = z.infer<typeof controlUp>
export const controlDown = z.discriminatedUnion('kind', [
  /** Answer to a runner's `hello`, if that said its protocol: who let it in. */
  z.object({ kind: z.literal('hello'), protocol: z.number(), version: z.string(), mode: runnerMode }),
  /** Dial that account's object, after a pause: many accounts that come back at once are opened one after the other. */
  z.object({ kind: z.literal('open'), accountId: z.string(), epoch: z.number(), afterMs: z.number().default(0) }),
  z.object({ kind: z.literal('close'), accountId: z.string(), epoch: z.number() }),
  /** Dev looks: say how it is, and what is held of this account. */
  z.object({ kind: z.literal('report'), requestId: z.string(), accountId: z.string().nullable() }),
])
export type ControlDown = z.infer<typeof controlDown>

// ---------------------------------------------------------------- account socket, down
const dial = {
  /** Proxy url with credentials; null: direct. */
  proxy: z.string().nullable(),
  /** e.g. 2.3000.1043857760; null: the runner's default. */
  waVersion: z.string().nullable(),
}
const command = z.discriminatedUnion('kind', [
  /** Fresh creds; ends with `open`, or `closed`. */
  z.object({ kind: z.literal('link'), mode: z.enum(['qr', 'code']), phone: z.string().nullable(), ...dial }),
  /** Log in with stored rows (creds, the newest pre-key, own devices). Empty rows: the runner still holds them (515, reconnect). */
  z.object({ kind: z.literal('connect'), rows: z.array(keyRow), ...dial }),
  /** Close the WhatsApp socket; with logout, unlink the device first. Answered by `closed`. */
  z.object({ kind: z.literal('disconnect'), logout: z.boolean() }),
  z.object({
    kind: z.literal('send'),
    attemptId: z.string(),
    messageId: z.string(),
    number: z.string(),
    /** Epoch ms by the object's clock (see `at` of a frame). Later than this it must not leave: it is `failed`. */
    notAfter: z.number(),
    content: messageContent,
    /** All rows the vault has of this number. */
    rows: z.array(keyRow),
  }),
  /** These must not leave any more: their recipient opted out. What has left already stays. */
  z.object({ kind: z.literal('cancel'), attemptIds: z.array(z.string()) }),
  z.object({ kind: z.literal('lookup'), requestId: z.string(), numbers: z.array(z.string()).min(1).max(50) }),
  /** Answer to `need`; an id without a row is not in the vault. */
  z.object({ kind: z.literal('rows'), requestId: z.string(), rows: z.array(keyRow) }),
  /** Answer to `leaving`: finish what is in flight, hand in what is known, close WhatsApp without unlinking, say `closed`. */
  z.object({ kind: z.literal('handOver') }),
  /** Answer to `needContent`; null: this message is not to be repaired (unknown, or its recipient opted out). */
  z.object({ kind: z.literal('content'), messageId: z.string(), content: messageContent.nullable() }),
])
export type Command = z.infer<typeof command>
/**
 * ack: every fact up to this seq is stored; the runner may forget it.
 * at: the object's clock when it sent this, epoch ms; deadlines are read against it. Absent from older Workers.
 */
export const downFrame = z.object({ ack: z.number().optional(), at: z.number().optional(), commands: z.array(command) })
export type DownFrame = z.infer<typeof downFrame>

// ---------------------------------------------------------------- account socket, up
/** The stored session cannot be decrypted or has no creds: dialling again is no help until the key is back. */
export const SESSION_UNREADABLE = 498

/** WhatsApp's limits on starting chats. */
const restrictionCause = z.enum(['reachout', 'chat_cap'])
export type RestrictionCause = z.infer<typeof restrictionCause>
/** Why a message surely never left. */
export const failReason = z.enum([
  /** Its deadline was over. */
  'late',
  /** Its recipient opted out, was erased or made nonactive. */
  'cancelled',
  /** No open session, or no lease. */
  'offline',
  /** WhatsApp answered what must be asked before a message with an error, incompletely, or not at all. */
  'refused',
  /** Its content could not be made: media that is gone, say. */
  'content',
])
export type FailReason = z.infer<typeof failReason>

const me = z.object({ phone: z.string(), lid: z.string().nullable(), pushname: z.string().nullable() })
export const fact = z.discriminatedUnion('kind', [
  /** First fact of every dial: what this runner now holds for the account. */
  z.object({
    kind: z.literal('hello'),
    connection: z.enum(['none', 'linking', 'connecting', 'open']),
    me: me.nullable(),
  }),
  /** This process is to end. It works on until `handOver` comes; an object that knows no answer never sends it. */
  z.object({ kind: z.literal('leaving') }),
  z.object({ kind: z.literal('qr'), qr: z.string(), ttlMs: z.number() }),
  z.object({ kind: z.literal('code'), code: z.string(), ttlMs: z.number() }),
  /** The phone accepted; WhatsApp now asks for a restart (closed 515 follows). */
  /** WhatsApp refused to give a pairing code: no code is shown. 404: it does not know the number; 429: too often. */
  z.object({
    kind: z.literal('codeRefused'),
    /** WhatsApp's error; null: it did not answer. */
    code: z.number().nullable(),
    /** Seconds to wait, when WhatsApp says so. */
    backoffS: z.number().nullable(),
  }),
  z.object({ kind: z.literal('paired'), me }),
  z.object({ kind: z.literal('open'), me }),
  z.object({
    kind: z.literal('closed'),
    /** Baileys' disconnect status code; 0 when the runner itself closed it; SESSION_UNREADABLE. */
    code: z.number(),
    /** Text for the monitor: no number, no token. */
    detail: z.string().max(300),
    /** false: the proxy or the network failed before WhatsApp answered. */
    reachedWhatsapp: z.boolean(),
    /** proxy refused or unreachable */
    proxyFailed: z.boolean(),
  }),
  z.object({ kind: z.literal('rows'), rows: z.array(keyRow) }),
  z.object({
    kind: z.literal('need'),
    requestId: z.string(),
    items: z.array(z.object({ type: z.string(), id: z.string() })),
  }),
  /** A recipient could not read this message and asks for it again, and this process does not hold it. */
  z.object({ kind: z.literal('needContent'), messageId: z.string() }),
  z.object({
    kind: z.literal('result'),
    attemptId: z.string(),
    messageId: z.string(),
    /** acked: server ack. rejected: error ack. not_registered: look-up says no. failed: surely never left. */
    outcome: z.enum(['acked', 'rejected', 'not_registered', 'failed']),
    /** Of a failed one. */
    reason: failReason.nullable().default(null),
    /** Seconds to wait, when WhatsApp says so. */
    backoffS: z.number().nullable().default(null),
    /** WhatsApp's error code of a rejected one. */
    error: z.number().nullable(),
    lid: z.string().nullable(),
    rows: z.array(keyRow),
  }),
  z.object({
    kind: z.literal('receipts'),
    /** acked: the server's own word, when it came after the socket that sent the message was gone. */
    items: z.array(z.object({ messageId: z.string(), type: z.enum(['acked', 'delivered', 'read']), at: z.number() })),
  }),
  /** Somebody wrote to this account. Only short texts travel, to be compared with the opt-out words; none is kept. */
  z.object({
    kind: z.literal('inbound'),
    items: z.array(
      z.object({
        id: z.string(),
        number: z.string().nullable(),
        lid: z.string().nullable(),
        text: z.string().max(64),
        at: z.number(),
      }),
    ),
  }),
  /** The member's phone deleted these for everyone. */
  z.object({ kind: z.literal('revoked'), messageIds: z.array(z.string()) }),
  /** until null: WhatsApp does not say how long. */
  z.object({ kind: z.literal('restricted'), cause: restrictionCause, until: z.number().nullable() }),
  /** WhatsApp says that this limit is over. */
  z.object({ kind: z.literal('unrestricted'), cause: restrictionCause }),
  z.object({
    kind: z.literal('lookedUp'),
    requestId: z.string(),
    /** Of every number that was asked about; none where there is an error. */
    results: z.array(z.object({ number: z.string(), registered: z.boolean() })),
    error: z.string().nullable(),
    /** WhatsApp's own code of the error. */
    code: z.number().nullable(),
    /** Seconds to wait, when WhatsApp says so. */
    backoffS: z.number().nullable().default(null),
  }),
])
export type Fact = z.infer<typeof fact>
/** True whoever holds the account now, and idempotent by their ids: taken from a runner of any epoch. */
export const OUTLIVES_ITS_EPOCH: ReadonlySet<Fact['kind']> = new Set([
  'result',
  'receipts',
  'inbound',
  'revoked',
  'lookedUp',
  'restricted',
])
/** seq counts up from 1 per runner boot, account and epoch; facts are repeated until acknowledged. */
export const upFrame = z.object({ facts: z.array(z.object({ seq: z.number(), fact })) })
export type UpFrame = z.infer<typeof upFrame>
