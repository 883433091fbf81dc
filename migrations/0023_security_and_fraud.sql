CREATE TABLE `account_deliveries` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`account_id` text NOT NULL,
	`success` integer NOT NULL,
	`delivered` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `account_deliveries_day` ON `account_deliveries` (`day`);--> statement-breakpoint
CREATE TABLE `fraud_scores` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`score` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `fraud_scores_day` ON `fraud_scores` (`day`,`score`,`user_id`);--> statement-breakpoint
CREATE TABLE `fraud_signals` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`points` integer NOT NULL,
	`evidence` text NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `fraud_signals_day` ON `fraud_signals` (`day`);--> statement-breakpoint
CREATE TABLE `messages_to_members` (
	`user_id` text NOT NULL,
	`to_user_id` text NOT NULL,
	`day` text NOT NULL,
	`successes` integer NOT NULL,
	PRIMARY KEY(`user_id`, `to_user_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `messages_to_members_day` ON `messages_to_members` (`day`);--> statement-breakpoint
CREATE TABLE `withdraw_holds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`by` text,
	`reason` text NOT NULL,
	`score` integer DEFAULT 0 NOT NULL,
	`lifted_at` integer,
	`lifted_by` text,
	`lifted_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdraw_holds_open` ON `withdraw_holds` (`user_id`) WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX `withdraw_holds_user` ON `withdraw_holds` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `security_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`by` text,
	`digest` text NOT NULL,
	`salt` text,
	`session` text,
	`network` text,
	`country` text,
	`device` text,
	`subject` text
);
--> statement-breakpoint
CREATE INDEX `security_events_at` ON `security_events` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_device` ON `security_events` (`device`,`user_id`) WHERE device is not null;--> statement-breakpoint
CREATE INDEX `security_events_network` ON `security_events` (`network`,`user_id`) WHERE network is not null;--> statement-breakpoint
CREATE INDEX `security_events_salted` ON `security_events` (`at`) WHERE salt is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `bank_key` text GENERATED ALWAYS AS (iif(substr(replace(replace(replace(replace(account_number, ' ', ''), '-', ''), '.', ''), '+', ''), 1, 3) = '628', substr(replace(replace(replace(replace(account_number, ' ', ''), '-', ''), '.', ''), '+', ''), 3), ltrim(replace(replace(replace(replace(account_number, ' ', ''), '-', ''), '.', ''), '+', ''), '0'))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `users_bank` ON `users` (`bank_key`) WHERE account_number <> '';--> statement-breakpoint
-- An event changes once at most: it loses what it tells of a place.
CREATE TRIGGER `security_events_no_update` BEFORE UPDATE ON `security_events` WHEN NOT (
	new.id IS old.id AND new.at IS old.at AND new.user_id IS old.user_id AND new.kind IS old.kind AND new.by IS old.by
	AND new.digest IS old.digest AND new.salt IS NULL AND new.session IS NULL AND new.network IS NULL
	AND new.country IS NULL AND new.device IS NULL AND new.subject IS NULL
) BEGIN
	SELECT RAISE(ABORT, 'security_events is append-only');
END;--> statement-breakpoint
-- The cron deletes events after their retention of five years (157788000 s).
CREATE TRIGGER `security_events_no_delete` BEFORE DELETE ON `security_events` WHEN old.at >= (unixepoch() - 157788000) * 1000 BEGIN
	SELECT RAISE(ABORT, 'security_events is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `security_events_no_replace` BEFORE INSERT ON `security_events` WHEN EXISTS (SELECT 1 FROM security_events WHERE id = new.id) BEGIN
	SELECT RAISE(ABORT, 'security_events is append-only');
END;
