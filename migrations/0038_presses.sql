CREATE TABLE `presses` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`request` text NOT NULL,
	`fingerprint` text,
	`account_id` text,
	`at` integer NOT NULL,
	`status` integer,
	`answer` text,
	PRIMARY KEY(`user_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `presses_at` ON `presses` (`at`);