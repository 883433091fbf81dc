CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text,
	`hash` text NOT NULL,
	`phase` text DEFAULT 'sources' NOT NULL,
	`after` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `erasures_open` ON `erasures` (`id`) WHERE done_at is null;