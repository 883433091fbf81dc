CREATE TABLE `cron_ends` (
	`round` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL
);
