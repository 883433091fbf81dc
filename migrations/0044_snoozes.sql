CREATE TABLE `snoozes` (
	`number` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`via` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `snoozes_until` ON `snoozes` (`until`);