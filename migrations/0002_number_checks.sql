CREATE TABLE `number_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`whatsapp_id` text NOT NULL,
	`start_number` text,
	`end_number` text,
	`file_name` text,
	`file_key` text,
	`total` integer NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`current_number` text,
	`count_success` integer DEFAULT 0 NOT NULL,
	`count_fail` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'idle' NOT NULL,
	`phase` text DEFAULT 'idle' NOT NULL,
	`error` text,
	`b_insert` integer DEFAULT 0 NOT NULL,
	`listed_to` integer DEFAULT 0 NOT NULL,
	`listed` integer DEFAULT 0 NOT NULL,
	`list_duplicates` integer DEFAULT 0 NOT NULL,
	`list_suppressed` integer DEFAULT 0 NOT NULL,
	`interval_min` integer NOT NULL,
	`interval_max` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `number_checks_user` ON `number_checks` (`kind`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `number_checks_kind` ON `number_checks` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `number_checks_account` ON `number_checks` (`whatsapp_id`);--> statement-breakpoint
CREATE INDEX `number_checks_running` ON `number_checks` (`status`) WHERE status = 'sending';