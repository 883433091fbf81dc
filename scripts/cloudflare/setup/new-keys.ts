// When setup may make keys. Who set a place up before has its keys in the kept file: new ones beside them would open nothing of it, and nobody would
// notice before somebody needs them.
import { ASKED_SECRETS, type Escrow, IRREPLACEABLE, KEY_RING_NAMES, OPTIONAL } from '../secrets.ts'
import { Unanswered } from './ask.ts'

type KeysToMake = {
  escrow: Escrow
  /** What the Worker lacks. */
  missing: readonly string[]
  /** Some were uploaded before this run. */
  hasSecrets: boolean
  /** Somebody said that these were never made. */
  isTold: boolean
}

/** Keys that this run would make. With the first ones every ring is made, also where only runners of the op's own need it. */
const newOnes = ({ escrow, missing, hasSecrets }: KeysToMake): string[] => {
  const kept = escrow.read()
  const wanted = new Set([...missing, ...(missing.length > 0 && !hasSecrets ? KEY_RING_NAMES : [])])
  return [...wanted].filter((name) => !(name in kept) && !(name in ASKED_SECRETS))
}

/** Asked before anything is made. @throws Unanswered for a key that may have been made before and is not at hand. */
export const mayMakeKeys = (keys: KeysToMake): void => {
  const { escrow, hasSecrets, isTold } = keys
  const made = newOnes(keys)
  const lost = made.filter((name) => hasSecrets && IRREPLACEABLE.includes(name))
  if (lost.length > 0)
    throw new Unanswered(
      `${lost.join(', ')} was made before and is not in ${escrow.path}: bring the file back from where it is kept`,
    )
  const kept = escrow.read()
  // the whole file is here: what a newer release asks for was never made
  const isWhole = IRREPLACEABLE.every((name) => name in kept)
  const unknown = made.filter((name) => !(isWhole && OPTIONAL.includes(name)))
  if (isTold || unknown.length === 0) return
  throw new Unanswered(
    [
      `Nothing was made, because ${unknown.join(', ')} would be made anew and ${escrow.path} does not hold what was made before.`,
      'With new keys nobody can read what the old ones sealed: sessions, stops, links and backups of this place would be lost.',
      'If it was ever set up, in this account or another, bring that file back from where it is kept, and run setup again.',
      'If these keys were never made for it, as at its first set-up, say so with --new-keys.',
    ].join('\n'),
  )
}
