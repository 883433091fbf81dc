// An edit may carry the version of what it read: of two edits that read the same, the second is refused and shown both values (rule
// edit-versions).
import { z } from 'zod'

/** Of what an answer shows, for the edit that follows. */
export const version = z.string()
/** For the body or query of an edit; absent or empty: it does not say what it read. */
export const readVersion = z.object({ version: z.string().max(64).optional() })
/** Who wrote a value that an edit did not read; name null: of somebody whom the reader does not see. */
export type WrittenBy = { name: string | null; at: string }
/** Part of the refusal `edited_meanwhile`: what there is now, as the same person may read it anyway. */
export type EditedMeanwhile = {
  /** With it the edit may be sent again. */
  version: string
  values: Readonly<Record<string, unknown>>
  /** Of the fields whose writer is on record; a machine's changes and a member's own are not. */
  by: Readonly<Record<string, WrittenBy>>
}
