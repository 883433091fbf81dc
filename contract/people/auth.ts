// Sign-in, sign-up and what they answer (rules sign-in, passwords, bot-check).
import { z } from 'zod'
import { done } from '../ground/done.ts'
import { isPersonName, nameProblem } from './person-name.ts'

/** @param missing the specification's words for an empty one */
const personName = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(80)
    .refine(isPersonName, { error: ({ input }) => nameProblem(String(input)) })

export const loginBody = z.object({
  email: z
    .string({ error: 'Email and password are required.' })
    .trim()
    .toLowerCase()
    .min(1, 'Email and password are required.')
    .max(254),
  password: z.string({ error: 'Email and password are required.' }).min(1, 'Email and password are required.').max(128),
  /** Only after the answer `bot_check_needed` (rule guessing). */
  'cf-turnstile-response': z.string().max(2_048).optional(),
})

/** The form's fields in the order in which they are checked; the texts are the specification's. */
export const registerForm = z
  .object({
    firstName: personName('First name is required.'),
    lastName: personName('Last name is required.'),
    email: z.string().trim().toLowerCase().min(1, 'Email is required.').max(254).pipe(z.email('Invalid email format.')),
    password: z.string().min(1, 'Password is required.').max(128, 'Kata sandi paling panjang 128 karakter.'),
    password2: z.string().min(1, 'Please confirm your password.'),
    affiliateCode: z.string().trim().max(40).optional(),
  })
  .refine((f) => f.password === f.password2, {
    path: ['password2'],
    message: 'Passwords do not match.',
    when: () => true,
  })

export const AGREE_TEXT = 'You must agree to the terms and conditions.'
export const BOT_CHECK_TEXT = 'Selesaikan verifikasi keamanan (Turnstile).'

/** Of a password that many people have, and of one that anyone who knows its owner would try first (rule passwords). */
export const COMMON_PASSWORD_TEXT = 'Kata sandi ini terlalu umum sehingga mudah ditebak. Pilih yang lain.'
export const NEAR_PASSWORD_TEXT = 'Kata sandi ini mudah ditebak dari nama atau email Anda. Pilih yang lain.'

/** A new password has 8–128 characters and is not the email (rule passwords); null: it may be used. */
export const passwordProblem = (password: string, email: string): string | null =>
  password.length < 8
    ? 'Kata sandi minimal 8 karakter.'
    : password.length > 128
      ? 'Kata sandi paling panjang 128 karakter.'
      : password.trim().toLowerCase() === email.trim().toLowerCase()
        ? 'Kata sandi tidak boleh sama dengan email.'
        : null

export const resetRequestBody = z.object({
  email: z.string().trim().toLowerCase().min(1, 'Email is required.').pipe(z.email('Invalid email format.')),
})
export const resetConfirmBody = z.object({
  token: z.string().min(1).max(200),
  password: z.string().max(200),
  password2: z.string().max(200),
})
export const confirmEmailBody = z.object({ token: z.string().min(1).max(200) })
/** release: whose code the object runs; while a new one is out in part that may be another than the Worker's. */
export const selfCheckAnswer = done.extend({ object: z.object({ release: z.string() }) })
export const wsTicketAnswer = z.object({ ticket: z.string(), expiresIn: z.number() })
