CREATE TABLE `blaster_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`whatsapp_id` text NOT NULL,
	`user_id` text NOT NULL,
	`targets` text NOT NULL,
	`template_id` text,
	`message` text NOT NULL,
	`phase` text NOT NULL,
	`total` integer NOT NULL,
	`count_success` integer NOT NULL,
	`count_fail` integer NOT NULL,
	`count_unknown` integer NOT NULL,
	`skipped` text NOT NULL,
	`refused` text NOT NULL,
	`error` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `blaster_jobs_created` ON `blaster_jobs` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `blaster_jobs_user` ON `blaster_jobs` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `blaster_jobs_running` ON `blaster_jobs` (`phase`) WHERE phase = 'sending';