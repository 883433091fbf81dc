// Why a statement failed, by name. One function reads SQLite's words (docs/decisions/0085-refusals-have-names.md).

/** What `refuseIf` of refusal-store.ts fails a batch by. */
export type RefusalName =
  | 'approval_moved'
  | 'below_zero'
  | 'bonus_refused'
  | 'bulk_later'
  | 'bulk_over'
  | 'bulk_runs'
  | 'day_limit'
  | 'decider_steers'
  | 'edited'
  | 'field_asked'
  | 'field_in_use'
  | 'field_leaving'
  | 'fields_full'
  | 'hold_moved'
  | 'import_moved'
  | 'last_admin'
  | 'level_in_use'
  | 'needs_another'
  | 'level_moved'
  | 'nothing_changed'
  | 'number_suppressed'
  | 'pay_not_held'
  | 'pay_yours'
  | 'payout_choice'
  | 'payout_moved'
  | 'person_stopped'
  | 'press_taken'
  | 'price_moved'
  | 'proof_status'
  | 'question_moved'
  | 'setting_moved'
  | 'sign_in_ended'
  | 'source_moved'
  | 'status_moved'
  | 'stop_moved'
  | 'too_many_notes'
  | 'too_many_tags'
  | 'wait_moved'
  | 'withdraw_balance'
  | 'withdraw_frozen'
  | 'withdraw_held'
/** A row with the same value of this column is there already; of an index of several columns, its first. */
type Taken =
  | 'approvals.kind'
  | 'bonuses.id'
  | 'campaigns.id'
  | 'campaigns.name'
  | 'ledger.ref'
  | 'passkeys.id'
  | 'phone_numbers.number'
  | 'programmes.id'
  | 'programmes.word'
  | 'proxies.value'
  | 'segments.name'
  | 'tags.key'
  | 'users.email'
  | 'users.referral_code'
  | 'whatsapp.phonenumber'
  | 'withdraw_holds.user_id'
  | 'withdraw_steps.withdraw_id'
  | 'withdraw_waits.withdraw_id'
/** constraint: any other rule of a table. The same rows break it again, whatever else is written beside them. */
export type Refused = RefusalName | `taken ${Taken}` | 'constraint'

/** At the beginning of the message: what an error further on quotes of a statement or of a person's words is nobody's refusal. */
const WORDS =
  /^(?:\w*(?:ERROR|Error): )*(?:(?:bad JSON path: |JSON path error near )'refusal:(\w+)'|UNIQUE constraint failed: ([\w.]+)|\w[\w ]* constraint failed)/
/** What a failed statement was refused by; undefined: it failed otherwise. */
export const refusalOf = (error: unknown): Refused | undefined => {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const found = WORDS.exec(e.message)
    if (found) return (found[1] ?? (found[2] === undefined ? 'constraint' : `taken ${found[2]}`)) as Refused
  }
  return undefined
}
