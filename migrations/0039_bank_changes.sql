CREATE TABLE `bank_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`replaced` integer NOT NULL,
	`before_bank` text NOT NULL,
	`before_number` text NOT NULL,
	`before_name` text NOT NULL,
	`account_bank` text NOT NULL,
	`account_number` text NOT NULL,
	`account_name` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bank_changes_user` ON `bank_changes` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `bank_changes_replaced` ON `bank_changes` (`user_id`) WHERE replaced = 1;