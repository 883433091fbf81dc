CREATE TABLE `rate_days` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`day` text NOT NULL,
	`sent` integer NOT NULL,
	`stopped` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `subject`, `day`)
);
--> statement-breakpoint
CREATE INDEX `rate_days_day` ON `rate_days` (`day`);