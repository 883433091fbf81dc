CREATE TABLE `programme_opt_ins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` text NOT NULL,
	`programme_id` text NOT NULL,
	`account_id` text NOT NULL,
	`hash` text NOT NULL,
	`outcome` text NOT NULL,
	`answers` integer NOT NULL,
	`at` integer NOT NULL,
	`heard_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `programme_opt_ins_message` ON `programme_opt_ins` (`message_id`);--> statement-breakpoint
CREATE INDEX `programme_opt_ins_hash` ON `programme_opt_ins` (`hash`,`at`);--> statement-breakpoint
CREATE TABLE `programmes` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`keyword` text NOT NULL,
	`word` text NOT NULL,
	`what` text NOT NULL,
	`frequency` text NOT NULL,
	`by_whom` text NOT NULL,
	`privacy` text NOT NULL,
	`privacy_version` text NOT NULL,
	`topic` text NOT NULL,
	`ends_at` integer,
	`ended_at` integer,
	`opt_ins` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `programmes_word` ON `programmes` (`word`);--> statement-breakpoint
CREATE INDEX `programmes_created` ON `programmes` (`created_at`);