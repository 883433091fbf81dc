CREATE TABLE `bulk_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`act` text NOT NULL,
	`status` text NOT NULL,
	`rule` text NOT NULL,
	`tag_id` integer,
	`import_id` text,
	`reason` text,
	`by` text NOT NULL,
	`people` integer NOT NULL,
	`last_id` integer NOT NULL,
	`total` integer NOT NULL,
	`looked` integer DEFAULT 0 NOT NULL,
	`cursor` integer NOT NULL,
	`matched` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`undone` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`undo_until` integer
);
--> statement-breakpoint
CREATE INDEX `bulk_acts_status` ON `bulk_acts` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `bulk_moves` (
	`act_id` text NOT NULL,
	`first_id` integer NOT NULL,
	`ids` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`act_id`, `first_id`)
);
--> statement-breakpoint
CREATE TABLE `import_made` (
	`job_id` text NOT NULL,
	`first_id` integer NOT NULL,
	`last_id` integer NOT NULL,
	PRIMARY KEY(`job_id`, `first_id`)
);
--> statement-breakpoint
CREATE TABLE `recipient_touches` (
	`number_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`number_id`, `tag_id`)
);
--> statement-breakpoint
CREATE INDEX `recipient_touches_at` ON `recipient_touches` (`at`);--> statement-breakpoint
-- An edit by the office writes the name, whatever it changes; what a person says of their consent writes when they agreed. Sending and acts on all who match write neither.
CREATE TRIGGER `recipient_touched` AFTER UPDATE OF `name`, `consent_at` ON `phone_numbers` BEGIN
	INSERT INTO recipient_touches (number_id, tag_id, at) VALUES (new.id, 0, cast(round(unixepoch('subsec') * 1000) as integer))
	ON CONFLICT DO UPDATE SET at = excluded.at;
END;
