CREATE TABLE `restorations` (
	`id` integer PRIMARY KEY NOT NULL,
	`backup` text,
	`since` integer NOT NULL,
	`keys` text,
	`phase` text DEFAULT 'tables' NOT NULL,
	`after` text DEFAULT '' NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`report` text DEFAULT '{}' NOT NULL,
	`started_at` integer NOT NULL,
	`done_at` integer
);
