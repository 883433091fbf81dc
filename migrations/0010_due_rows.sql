CREATE TABLE `cron_rounds` (
	`name` text PRIMARY KEY NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `whatsapp` ADD `due_at` integer;--> statement-breakpoint
CREATE INDEX `whatsapp_due` ON `whatsapp` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
-- Every account that is there already is woken once, some hundreds a minute, and says by when to expect it again.
UPDATE `whatsapp` SET `due_at` = 0 WHERE `removed_at` IS NULL;
