// How long an account keeps on record what it sent to whom, in days (rules timeline, retention, late-ack). Where numbers rest for longer, as long as that.
export const MESSAGE_DAYS = 90
/** Of these a backup has all; of older ones those without a final outcome. A night's backup would be three times as large for what nobody is paid for. */
export const MESSAGE_BACKUP_DAYS = 30
