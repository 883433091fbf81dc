CREATE TABLE `topic_refusals` (
	`number` text NOT NULL,
	`topic` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`number`, `topic`)
);
--> statement-breakpoint
ALTER TABLE `users` ADD `refused_topics` text;--> statement-breakpoint
ALTER TABLE `templates` ADD `topic` text;