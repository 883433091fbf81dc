CREATE TABLE `send_rates` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`week` text NOT NULL,
	`sent` integer NOT NULL,
	`delivered` integer NOT NULL,
	`answered` integer NOT NULL,
	`stopped` integer NOT NULL,
	`disputed` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject`, `week`)
);
--> statement-breakpoint
CREATE INDEX `send_rates_week` ON `send_rates` (`week`,`kind`,`sent`);--> statement-breakpoint
ALTER TABLE `templates` ADD `judged_success` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `judged_stop` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `paused_stops` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `paused_of` integer;