CREATE TABLE `consent_sources` (
	`name` text PRIMARY KEY NOT NULL,
	`told` text,
	`told_by` text,
	`proof` text,
	`held_at` integer,
	`held_by` text,
	`held_why` text,
	`released_at` integer,
	`released_by` text,
	`marked` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consent_sources_held` ON `consent_sources` (`name`) WHERE held_at is not null;--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `disputes_source` ON `disputes` (`source`,`at`);