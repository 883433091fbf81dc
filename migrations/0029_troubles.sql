CREATE TABLE `unanswered_wakes` (
	`account_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`trouble_id` integer,
	`phase` text NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`tried_at` integer,
	`delivered_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_once` ON `alerts` (`trouble_id`,`phase`,`channel`,`target`);--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `alerts_created` ON `alerts` (`created_at`);--> statement-breakpoint
CREATE TABLE `troubles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`since` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`told_at` integer,
	`ended_at` integer,
	`figures` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `troubles_open` ON `troubles` (`kind`,`subject`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `troubles_ended` ON `troubles` (`ended_at`) WHERE ended_at is not null;--> statement-breakpoint
CREATE TABLE `watch_marks` (
	`name` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`figures` text NOT NULL,
	PRIMARY KEY(`name`, `subject`)
);
--> statement-breakpoint
ALTER TABLE `whatsapp` ADD `unsettled_since` integer;--> statement-breakpoint
ALTER TABLE `whatsapp` ADD `opt_outs_since` integer;