CREATE TABLE `vault_rows` (
	`account_id` text NOT NULL,
	`kid` text NOT NULL,
	`rows` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kid`)
);
--> statement-breakpoint
CREATE INDEX `vault_rows_kid` ON `vault_rows` (`kid`,`account_id`);