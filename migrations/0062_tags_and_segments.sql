CREATE TABLE `segments` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`rule` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `segments_name` ON `segments` (`name`);--> statement-breakpoint
CREATE TABLE `phone_tags` (
	`tag_id` integer NOT NULL,
	`number_id` integer NOT NULL,
	PRIMARY KEY(`tag_id`, `number_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `phone_tags_number` ON `phone_tags` (`number_id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_key` ON `tags` (`key`);--> statement-breakpoint
-- Tags are of a person: they go with their row, by whichever call it goes, and do not pass to whom the row is given.
CREATE TRIGGER `phone_tags_gone` AFTER DELETE ON `phone_numbers` BEGIN
	UPDATE tags SET people = people - 1 WHERE id IN (SELECT tag_id FROM phone_tags WHERE number_id = old.id);
	DELETE FROM phone_tags WHERE number_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `phone_tags_other` AFTER UPDATE OF `number` ON `phone_numbers` WHEN new.number <> old.number BEGIN
	UPDATE tags SET people = people - 1 WHERE id IN (SELECT tag_id FROM phone_tags WHERE number_id = old.id);
	DELETE FROM phone_tags WHERE number_id = old.id;
END;
