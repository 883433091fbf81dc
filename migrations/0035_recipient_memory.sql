CREATE TABLE `recipient_memory` (
	`hash` text PRIMARY KEY NOT NULL,
	`last_attempt_at` integer NOT NULL,
	`not_registered_count` integer NOT NULL,
	`lid_hash` text,
	`kept_at` integer NOT NULL
);
