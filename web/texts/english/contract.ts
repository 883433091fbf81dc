// The contract's tables of sentences in English, key by key: a refusal that has none does not compile.
import type { RefusalCode } from '../../../contract/ground/errors.ts'
import type { answerTexts, caseTexts, fileTexts } from '../../../contract/ground/texts.ts'
import type { payoutResultTexts } from '../../../contract/money/file-texts.ts'
import type { accountTexts } from '../../../contract/sending/account-texts.ts'
import type { LinkFailure } from '../../../contract/sending/link-failures.ts'
import type { InEnglish } from '../in-english.ts'

export const refusals: Record<RefusalCode, string> = {
  invalid_input: 'The data sent is not valid. Check what you entered.',
  invalid_json: 'The request’s body is not valid JSON.',
  body_too_large: 'The data sent is too large.',
  https_needed: 'This service can be used by https only.',
  unsupported_media_type: 'This kind of content is not supported.',
  not_found: 'Not found.',
  method_not_allowed: 'This way of asking is not supported.',
  missing_token: 'Authorization token is missing',
  invalid_token: 'Your session has ended. Please sign in again.',
  forbidden: 'You do not have access to this page.',
  user_id_missing: 'User ID is missing',
  login_missing: 'Email and password are required.',
  login_failed: 'Wrong email or password.',
  links_many: 'You are linking 5 accounts already. Finish or cancel one first. Try again in a moment.',
  links_full: 'Many accounts are being linked now. Try again in a moment.',
  sockets_many: 'This page is open in too many tabs. Close one. Try again in a moment.',
  too_many_attempts: 'Too many attempts. Try again in a while.',
  sign_up_closed: 'Sign-up is not open yet. Try again later.',
  email_taken: 'This email is registered already.',
  referral_unknown: 'Unknown referral code.',
  bot_check_needed: 'Complete the security check below, then sign in again.',
  bot_check_failed: 'Complete the security check (Turnstile).',
  reset_link_invalid: 'The link to reset the password is not valid or has expired. Please ask for a new one.',
  factor_ticket_invalid: 'The time for the second step is over. Please sign in again.',
  factor_wrong: 'This code is wrong or was used. Use the one that is shown now.',
  recovery_wrong: 'This recovery code is wrong or was used.',
  passkey_failed: 'This passkey could not be verified. Try again.',
  passkey_unknown: 'This passkey is not known here. Sign in with the password.',
  passkey_taken: 'This passkey is registered already. Make another one on this device.',
  passkey_many: 'At most 10 passkeys. Remove one that you do not use first.',
  factor_missing: 'Your role requires a second step. Set it up first to go on.',
  factor_last: 'Your role requires a second step. Set up another before you remove this one.',
  totp_present: 'The authenticator app is set up already. Remove it first to set up another.',
  totp_absent: 'The setting up of the authenticator app was not begun. Start again.',
  proof_needed: 'Prove first that it is you.',
  receipt_none: 'No consent is recorded for this number.',
  receipts_off: 'Receipts are not available yet: the operator of the service has not set up their key.',
  opt_out_invalid: 'The link to unsubscribe is not valid.',
  password_rule: 'The password must have 8 to 128 characters and differ from the email.',
  consent_required: 'First agree to the explanation about the account you lend.',
  consent_source_words: 'Write the source of consent in words, at least 8 letters: “Form in the shop, March 2026”.',
  consent_source_required: 'Enter the source of the recipient’s consent before the number is activated.',
  clientid_taken: 'This WhatsApp ID belongs to another user.',
  number_taken: 'Another user has linked this number already.',
  number_exists: 'This number is in the list already.',
  number_suppressed: 'This number has opted out.',
  number_invalid: 'Not a valid number. Example: 6281234567890.',
  not_connected: 'The connection was lost, please reconnect!',
  sender_not_connected: 'The connection was lost, please reconnect!',
  no_receiver: 'There is no recipient who may get the message.',
  one_off_over: 'This one-off blast has no recipients left. Copy it to send again.',
  account_suspended: 'Rule #1 Do not delete sent messages. Please contact Admin/CS',
  account_busy: 'The account is sending. Stop it first.',
  account_restricted: 'WhatsApp restricts this account. Wait until the restriction ends.',
  account_not_for_blast: 'This account is only for generators and validators.',
  suspended_too_often: 'The account was suspended 3 times and cannot be activated again.',
  check_running: 'This job is running. Stop it first.',
  check_preparing: 'The file of this job is still being read. Wait until it is done.',
  check_saving: 'The result of this job is still being saved. Try again in a moment.',
  check_sender: 'This WhatsApp may not be used for your job.',
  file_link_invalid: 'The link to the file is not valid or has expired. Reload the page.',
  check_finished: 'This job is done. Make a new one.',
  no_template: 'There is no active message template.',
  template_placeholder: 'This message holds a word in braces that is filled by nothing. Use {name} or {phoneNumber}.',
  template_draft: 'This template is still a draft. Activate it before you send it.',
  level_in_use: 'Members still have this level.',
  level_unknown: 'Unknown level.',
  file_required: 'Choose a file first.',
  file_broken: 'The file cannot be read. Use a valid .csv or .json.',
  file_rows: 'The file has more than 1.000.000 rows. Split it into several files.',
  file_encoding: 'The file is not in UTF-8. Save it again as UTF-8.',
  file_size: 'A file may have at most 100 MB.',
  nothing_to_export: 'There is nothing to export.',
  media_type: 'Media must be jpg, png, gif, webp, mp4 or pdf.',
  media_size: 'Media may have at most 16 MB.',
  template_empty: 'No Data',
  button_address: 'A button’s address must be https, or a phone number for the kind Call.',
  withdraw_minimum: 'The smallest withdrawal is Rp 10.000',
  withdraw_balance: 'The balance is not sufficient.',
  withdraw_profile: 'Complete your bank details in your profile first.',
  withdraw_moved: 'The status of this request has changed. Reload the page.',
  withdraw_cancelled: 'The member cancelled this request. Do not transfer it.',
  withdraw_decided: 'This request has been decided, so it can no longer be cancelled.',
  withdraw_once_accepted:
    'This request was approved before, so the money may have been transferred and you cannot cancel it. Admin/CS decides about it.',
  withdraw_ordered:
    'This request was transferred, so it cannot be changed. If the money came back, use Returned by bank: a reason, a proof, and a second person’s approval.',
  withdraw_not_accepted: 'Only a request that is accepted and not transferred yet can be marked as transferred.',
  withdraw_not_ordered:
    'This request was not transferred yet, so the bank cannot have returned it. An admin or staff can take back an acceptance.',
  withdraw_negative: 'This member’s balance is below zero. New requests can be accepted once it no longer is.',
  price_own: 'Another admin sets your own level and price.',
  bonus_own: 'Another admin gives a bonus to yourself.',
  bonus_closed: 'This member’s account is closed, so it cannot get a bonus. Open the account first.',
  bonus_spent: 'This bonus was requested or withdrawn; without it the member’s balance is below zero.',
  stop_moved: 'This has just changed: they opted out again, or left the list. Reload the page.',
  source_moved: 'This source has just been held or released. Reload the page.',
  amount_again: 'This is more than 3 times the usual. Type the same amount once more.',
  approval_waits: 'This waits for a second person’s approval already.',
  approval_own: 'Someone else must approve what you asked for.',
  approval_yours: 'Someone else must decide on what you get yourself.',
  approval_tied:
    'One admin could act as you and as who asked, because they have just set a password, email, second step or role of one of you. Ask someone else.',
  decider_wait:
    'You are tied to this member, and nobody else may decide. Open a wait of 72 hours in Withdrawal requests: the member is told and may stop it.',
  decider_waits: 'Your wait for this request is not over.',
  wait_needless: 'You are not tied to this member, so you may decide about the request without a wait.',
  wait_none: 'There is no wait for this request. Reload the page.',
  withdraw_objected:
    'This member pressed Not me, so only somebody who is not tied to them may decide. The request may be rejected: the amount goes back to the balance.',
  decider_tied: 'You are tied to this member, so someone else must decide about their money.',
  asker_tied: 'Who asked is tied to who gets the money. Refuse or release it, then let someone else ask.',
  approval_moved: 'This approval has been decided, or what it would change has changed. Reload the page.',
  withdraw_frozen: 'This request is being paid in a batch. Wait for the bank’s result.',
  edited_meanwhile:
    'Somebody changed this after you opened it, so it is not saved. See what it says now, then save again.',
  price_moved: 'This fee, level or price has just changed. Reload, then save again.',
  payout_choice: 'Some of these requests cannot be chosen any more. Reload the list and choose again.',
  payout_own: 'This batch has a request of your own in it. Someone else must handle it.',
  payout_moved: 'This batch has changed. Reload the page.',
  payout_second: 'This batch waits for a second person’s approval.',
  pay_held:
    'All withdraws are held, because the pay per hour is more than 3 times the usual. An admin lets them go in withdraw requests once they have checked it.',
  pay_not_held: 'Withdraws are not held, or somebody else has let them go. Reload the page.',
  pay_yours:
    'You have set prices within 24 hours, so another admin must let them go. Without one the hold ends a day after the pay is usual again.',
  payout_held: 'Withdraws of a member in this batch are held to be checked.',
  payout_stopped: 'A member in this batch is paused or has a balance below zero.',
  payout_fetched:
    'The file of this batch was downloaded, so its money may have been transferred. Upload the bank’s result; what came back is recorded as returned by the bank.',
  payout_not_fetched: 'The file of this batch was not downloaded, so no bank can have answered it. Download it first.',
  payout_approver: 'Someone else than who made this batch must approve it.',
  payout_result: 'Nothing was applied, because some rows of the file are wrong. Correct them and upload it again.',
  payout_no_lines: 'This batch has no account at that bank.',
  payout_unusable: 'A bank cannot use an account number or owner’s name in it.',
  payout_account: 'Enter the account that the money leaves from for Mandiri’s file.',
  proof_type: 'A proof must be a png, jpg or webp image.',
  proof_size: 'A proof has at most 2 MB.',
  proof_status: 'Only transferred requests take a proof. Mark it with I have transferred it first.',
  withdraw_own: 'Someone else must decide on your own request.',
  proxy_unavailable: 'No proxy is available. Try again.',
  proxy_error: 'No proxy is available. Try again.',
  proxy_in_use: 'The proxy is in use.',
  proxy_exists: 'This proxy is in the list already.',
  no_runner: 'No runner is free. Try again in a moment.',
  misconfigured: 'The service is not ready because it is set up wrongly. Contact the operator.',
  push_off: 'The operator has not switched on notifications on devices.',
  push_endpoint: 'This browser’s notification service is unknown. Try Chrome, Edge, Firefox or Safari.',
  restoring: 'The service is being restored from a backup. Try to link again later.',
  overloaded: 'The server is busy. Try again in a moment.',
  press_key: 'The key of a request must be 16 to 100 characters without spaces.',
  press_other: 'This key was used for another request already. Begin again.',
  press_running: 'This request is still under way. Wait a moment, then reload to see what came of it.',
  press_done: 'This request has happened, but its answer was not kept. Reload to see what came of it.',
  press_partly: 'Only a part of this request has happened. Reload, then do the rest again.',
  press_burnt: 'This request has not happened and will not. Begin again.',
  interval_below_floor: 'The shortest interval is 1 second.',
  interval_order: 'The shortest interval must not be longer than the longest.',
  below_floor: 'The value is below the lowest one allowed.',
  window_empty: 'The hours of begin and end are the same. For all day write 00:00 to 24:00.',
  internal: 'Internal server error',
  email_link_invalid: 'This link to confirm an email is not valid or has expired. Ask for a new one in your profile.',
  email_waits: 'Your new email waits to be confirmed. Open the link that we sent to it.',
  mail_off: 'The email cannot be changed or confirmed, because the service sends no mail yet.',
  password_needed: 'Enter your current password to save this change.',
  password_wrong: 'Your current password is wrong.',
  clientid_reserved: 'This WhatsApp ID must not be used. Choose another one.',
  test_no_sender: 'No account is connected yet. Connect one first.',
  test_paused: 'An admin has paused sending. Test again when the pause is over.',
  test_window: 'It is outside the sending hours. Test again within them.',
  test_cap: 'The daily limit of this account is used up. Test again tomorrow.',
  withdraw_held: 'This member’s withdrawals are held for a check. Accept them once the hold is lifted.',
  already_held: 'This member’s withdrawals are held already.',
  no_alert_address: 'Save an email or webhook for alerts first.',
  not_held: 'This member’s withdrawals are not held.',
  withdraw_paused: 'This member is paused. Their request can be accepted once the pause is lifted.',
  person_paused: 'Paused by an admin: sending and withdrawing are stopped for now.',
  account_closed: 'This account was closed. Contact Admin/CS to use it again.',
  status_moved: 'This person’s status has changed meanwhile. Reload the page.',
  last_admin: 'This is the last admin. Make somebody else an admin first.',
  close_withdraw_waits: 'Your withdrawal request still waits. Wait until it is decided, or cancel it first.',
  close_balance: 'Your balance can still be withdrawn. Withdraw it before you close the account.',
}

export const linkFailures: Record<LinkFailure, string> = {
  expired: 'The code has expired. Make a new one and scan or enter it in time.',
  wrong_code: 'The code entered on the phone is wrong. Make a new one and enter it with care.',
  proxy_unavailable: refusals.proxy_unavailable,
  proxy_error: refusals.proxy_error,
  number_taken: 'Another user has linked this number already. Ask them to delete it first.',
  already_yours: 'This number is in your list already. Use Reconnect on that account.',
  other_number: 'The number that scanned is not this account’s. Scan with the same phone.',
  device_limit: 'The phone has linked as many devices as WhatsApp allows. Remove a linked device and try again.',
  passkey: 'WhatsApp asks for a passkey, which this service cannot give: a new try does not help. Link another number.',
  restricted: 'WhatsApp restricts this account. Wait until the restriction ends and try again.',
  refused: 'WhatsApp refused the link without a reason; a passkey may be one. Check your phone and try again.',
  number_unknown: 'This number is not registered on WhatsApp. Check it and make another code.',
  too_many_codes: 'WhatsApp limits the codes for this number. Wait a while, or link with a QR code.',
  version_refused: 'WhatsApp refuses our server’s version. Contact Admin/CS, and try again after an update.',
  no_answer: 'WhatsApp does not answer. Check your phone’s connection and try again.',
  no_runner: refusals.no_runner,
  cancelled: 'Linking was cancelled.',
}

export const accounts: InEnglish<typeof accountTexts> = {
  alwaysLate: 'Messages kept leaving our server too late, and none went out. Start again later, or contact Admin/CS.',
  noTemplate: refusals.no_template,
  closedByOwner: 'Closed by the owner.',
  objected: 'The member pressed Not me: somebody tied to them waits to decide about their withdrawal.',
  heldByScore: 'Several signs should be looked at first.',
  stoppedByAdmin: (why: string) => `Stopped by an admin: ${why}`,
  senderSuspended: 'The sending account was suspended.',
  senderLost: 'The sending account lost its connection.',
  sessionUnreadable: 'The server cannot read this account’s session. Contact Admin/CS, then reconnect it.',
}

export const answers: InEnglish<typeof answerTexts> = {
  importAccepted: 'The file was taken and is being processed.',
  fileAccepted: 'The file was taken and is being read.',
  blasterSent: 'The one-off blast was sent to its recipients.',
  erased: 'Your data has been erased. You will get no more messages from us.',
  disputed: 'Recorded. You will get no more messages from us.',
  optedOut: 'You will get no more messages from us.',
  liftAsked: 'Waits for a second person, because no MULAI came since they opted out. See Approvals.',
  secondAsked: 'Waits for a second person’s approval. See Approvals.',
  resetSent: 'If the email is registered, a link to reset the password has been sent.',
}

const MONTHS: Record<string, string> = { Mei: 'May', Agu: 'Aug', Okt: 'Oct', Des: 'Dec' }
/** 30 Nov 2026 14:05, of 30 Nov 2026 14.05. */
export const momentInEnglish = (said: string): string =>
  said.replace(/[A-Z]\w+/, (month) => MONTHS[month] ?? month).replace('.', ':')

export const cases: Omit<InEnglish<typeof caseTexts>, 'bonusSpent' | 'approvalTied' | 'payHeld'> & {
  payHeld: (since: string) => string
  approvalTied: (until: string) => string
  bonusSpent: (name: string, amount: string) => string
} = {
  memberUnknown: 'Unknown member.',
  chooseSender: 'Choose a WhatsApp.',
  walletNumber: (wallet: string) => `Enter the phone number registered with ${wallet}, for example 081234567890.`,
  bankNumber: 'Enter the account number with 5 to 20 digits.',
  unusableAccounts: (names: string) =>
    `A bank cannot use these account numbers or owners’ names: ${names}. Pay another way, or reject them so that the members correct them.`,
  stoppedAgain: 'The person has opted out again.',
  templateGone: 'This template no longer exists.',
  privateProxy: 'A proxy must not be in the server’s own network.',
  approvalTied: (until: string) =>
    `One admin could act as you and as who asked, because they have just set a password, email, second step or role of one of you. Ask someone else, or decide after ${momentInEnglish(until)} WIB.`,
  amountAgain: (amount: string, usual: string) =>
    `${amount} is more than 3 times the usual, which is ${usual}. Type it once more; a second person has to agree as well where there is one.`,
  payoutStopped: (names: string) =>
    `${names} is paused or has a balance below zero. Release this batch and make a new one without them.`,
  payoutHeld: (names: string) =>
    `Withdraws of ${names} are held to be checked. Lift the hold, or release this batch and make a new one.`,
  payHeld: (since: string) =>
    `All withdraws are held since ${momentInEnglish(since)} WIB, because the pay per hour is more than 3 times the usual. An admin lets them go in withdraw requests once they have checked it.`,
  bonusSpent: (name: string, amount: string) =>
    `This bonus was requested or withdrawn. If it is deleted, the balance of ${name} becomes ${amount}.`,
}

export const files: Omit<InEnglish<typeof fileTexts>, 'afterRow'> & {
  afterRow: (text: string, row: string) => string
} = {
  csvBroken: 'The CSV file is broken: a quotation mark is not closed.',
  jsonBroken: 'The JSON file is broken or is no list.',
  encoding: (name: string) => `The file is in ${name}, not UTF-8. Save it again as UTF-8.`,
  jsonOnly: 'Use a .json file.',
  csvOrJson: 'Use a .csv or .json file.',
  noName: 'file',
  noNumbers: 'The file has no valid numbers.',
  sourceMissing: 'The source file was not found.',
  afterRow: (text: string, row: string) => `${text} (after row ${row})`,
}

export const payoutResults: Omit<InEnglish<typeof payoutResultTexts>, 'twice'> & {
  twice: (reference: string, row: string) => string
} = {
  columns: 'The first row must have the names of the columns Reference and Status.',
  nothing: 'Not one row has a status.',
  noReference: 'The reference is empty.',
  unknown: (reference: string) => `Reference ${reference} is not in this batch.`,
  twice: (reference: string, row: string) => `Reference ${reference} stands in row ${row} already.`,
  status: (said: string) => `Unknown status “${said}”. Write accepted or returned.`,
  decided: (reference: string, accepted: boolean) =>
    `Reference ${reference} was ${accepted ? 'accepted' : 'returned'} before. Change it by itself in Withdrawal requests.`,
  released: (reference: string) => `Reference ${reference} was released from this batch.`,
  returnWaits: (reference: string) =>
    `Reference ${reference} waits for approval as returned by the bank. Refuse that first if it was paid after all.`,
  noReason: 'Returned by the bank.',
}
