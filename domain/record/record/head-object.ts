// A closed day's head as an object of the bucket (rule record-chain).
import { z } from 'zod'

export const headKey = (day: string): string => `record/${day}.json`
const stored = z.object({ head: z.string() })
/** What one object of the bucket says. */
export const headIn = (text: string): string | null => stored.safeParse(JSON.parse(text)).data?.head ?? null
