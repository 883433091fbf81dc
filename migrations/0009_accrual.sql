-- Money accrues in the daily rows and is posted to the ledger once a day and person. What the ledger holds stays as it is,
-- and nothing of it is open. Settled batches keep no more than what makes a repeat harmless and a reversal exact.
CREATE TABLE `posting_parts` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`posting` integer NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`price_sen` integer NOT NULL,
	`messages` integer NOT NULL,
	`amount_sen` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `posting`, `kind`, `source`, `price_sen`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `settlement_marks` (
	`account_id` text NOT NULL,
	`through_sequence` integer NOT NULL,
	`referral_percent` integer NOT NULL,
	PRIMARY KEY(`account_id`, `through_sequence`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `settlements_narrow` (
	`account_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`referral_percent` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `sequence`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `settlements_narrow` SELECT account_id, sequence, referral_percent, at FROM `settlements`;--> statement-breakpoint
DROP TABLE `settlements`;--> statement-breakpoint
ALTER TABLE `settlements_narrow` RENAME TO `settlements`;--> statement-breakpoint
ALTER TABLE `balances` ADD `unposted_since` text;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `unposted_income_sen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `unposted_reversal_sen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `unposted_referral_sen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `postings` integer DEFAULT 0 NOT NULL;
