// The second step of a sign-in: a code of an app, a passkey or a recovery code; and the proof that some calls ask for again
// (rules second-factor, step-up).
import { z } from 'zod'

/** Ways in which somebody can take the second step. */
export const FACTOR_WAYS = ['totp', 'passkey', 'recovery'] as const
export type FactorWay = (typeof FACTOR_WAYS)[number]

const ticket = z.string().min(20).max(100)
const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Tulis 6 angka dari aplikasi kode Anda.'))
const base64Url = z.string().regex(/^[\w-]+$/)
const long = base64Url.max(8_000)
/** As the browser says it (`AuthenticationResponseJSON`). */
const assertion = z.object({
  id: base64Url.max(1_400),
  rawId: base64Url.max(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  response: z.object({
    clientDataJSON: long,
    authenticatorData: long,
    signature: long,
    userHandle: base64Url.max(200).optional(),
  }),
})
/** As the browser says it (`RegistrationResponseJSON`). */
const attestation = assertion.extend({
  response: z.looseObject({
    clientDataJSON: long,
    attestationObject: long,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type Assertion = z.infer<typeof assertion>
export type Attestation = z.infer<typeof attestation>

/** ticket: of the answer that asked for the second step; it is the passkey's challenge, too. */
const byCode = z.object({ code })
const byRecovery = z.object({ recovery_code: z.string().min(8).max(40) })
const byPasskey = z.object({ passkey: assertion })
const factor = z.union([byCode, byRecovery, byPasskey])
export type GivenFactor = z.infer<typeof factor>
export const secondStepBody = factor.and(z.object({ ticket }))
export const passkeySignInBody = byPasskey.extend({ ticket })
/** Of somebody without a second factor their present password, of everybody else that. */
export const proveBody = z.union([
  z.object({ current_password: z.string().max(128) }),
  byCode,
  byRecovery,
  byPasskey.extend({ ticket }),
])
export const totpConfirmBody = z.object({ code })
/** Of one's own passkey or sign-in. */
export const ownIdBody = z.object({ id: base64Url.max(1_400) })
export const passkeyBody = z.object({ ticket, passkey: attestation, name: z.string().trim().max(40).default('') })

/** What the browser's own call takes (`PublicKeyCredentialCreationOptionsJSON` and `…RequestOptionsJSON`). */
export const passkeyOptions = z.looseObject({ ticket, options: z.looseObject({ challenge: z.string() }) })
/** The answer 202 of a sign-in whose password was right. passkey: for the browser's own call. */
export const factorNeeded = z.looseObject({
  reason: z.literal('factor_needed'),
  ticket,
  ways: z.array(z.enum(FACTOR_WAYS)),
  options: z.looseObject({ challenge: z.string() }),
})

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Kept by the person's own account at Google, Apple or a password manager, so that it is on their other devices. */
  synced: z.boolean(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
})
const signInRow = z.object({
  id: z.string(),
  /** Browser and system; empty: not known. */
  device: z.string(),
  /** ISO code of the country; null: not known. */
  country: z.string().nullable(),
  createdAt: z.string(),
  /** To the day. */
  seenAt: z.string(),
  current: z.boolean(),
})
export const security = z.looseObject({
  totp: z.boolean(),
  passkeys: z.array(passkey),
  /** Codes that were not spent yet. */
  recovery_left: z.number(),
  /** The person's role must have a second factor. */
  required: z.boolean(),
  sign_ins: z.array(signInRow),
})
export type Security = z.infer<typeof security>
/** Shown once, and only after the first factor or when they were asked for; null: those of before still count. */
export const recoveryCodes = z.array(z.string()).nullable()
