// The rows that the replay sees: whatever statement of the product changes them, in the database or in an account's object.

const from = (what: string, values: string): string => `begin select seen('${what}', ${values}); end`

export const IN_DATABASE: readonly string[] = [
  `after update of in_use_by on phone_numbers when old.in_use_by is not new.in_use_by ${from('held', 'new.number, old.in_use_by, new.in_use_by')}`,
  `after update of suppressed, status, consent_at on phone_numbers
     when new.suppressed = 1 or new.status <> 'active' or new.consent_at is null ${from('barred', 'new.number')}`,
  `after update of suppressed, status, consent_at on phone_numbers
     when new.suppressed = 0 and new.status = 'active' and new.consent_at is not null
       and (old.suppressed = 1 or old.status <> 'active' or old.consent_at is null) ${from('allowed', 'new.number')}`,
  `after insert on phone_numbers
     when new.suppressed = 0 and new.status = 'active' and new.consent_at is not null ${from('allowed', 'new.number')}`,
  `after delete on phone_numbers ${from('gone', 'old.number')}`,
  `after update of in_use on phone_numbers when old.in_use = 0 and new.in_use = 1 ${from('turn', 'new.in_use_by, new.in_use_campaign')}`,
  `after update of state on campaigns when old.state <> 'running' and new.state = 'running' ${from('joins', 'new.id, new.pass')}`,
  `after insert on settlements ${from('settled', 'new.account_id, new.sequence')}`,
  `after update of income_sen on users when old.income_sen <> new.income_sen ${from('earned', 'new.income_sen - old.income_sen')}`,
  `after insert on withdraws ${from('asked', 'new.id, new.user_id, new.nominal')}`,
  `after update of payout_id on withdraws when old.payout_id is not new.payout_id ${from('batch', 'new.id, new.payout_id')}`,
  `after update of approved_by on payout_batches
     when old.approved_by is null and new.approved_by is not null ${from('second', 'new.id')}`,
  `after insert on withdraw_steps ${from('step', 'new.withdraw_id, new.from_status, new.to_status, new.payment, new.by')}`,
  `after insert on ledger when new.kind in ('withdraw_hold', 'withdraw_release') ${from('money', 'new.ref, new.amount_sen')}`,
  `after insert on approvals when new.kind in ('withdraw', 'return') ${from('question', 'new.kind, new.subject')}`,
  `after update of status on approvals
     when new.kind in ('withdraw', 'return') and old.status = 'waiting' ${from('decided', 'new.kind, new.subject, new.status')}`,
]
export const IN_OBJECT: readonly string[] = [
  `after insert on attempts ${from('intent', 'new.attempt_id, new.message_id, new.number, new.epoch')}`,
  `after update of outcome on attempts when old.outcome <> new.outcome ${from('outcome', 'new.attempt_id, old.outcome, new.outcome')}`,
  `after delete on attempts when old.outcome = 'pending' ${from('undone', 'old.attempt_id')}`,
  `after insert on batches ${from('batch', 'new.sequence, new.body')}`,
  `after delete on batches ${from('confirmed', 'old.sequence')}`,
  `after insert on opt_outs when new.number is not null ${from('stop', 'new.number')}`,
  `after update of suppressed on opt_outs when new.number is not null ${from('again', 'new.number, new.suppressed')}`,
]
