CREATE TABLE `phone_fields` (
	`number_id` integer PRIMARY KEY NOT NULL,
	`fields` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recipient_fields` (
	`key` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`fallback` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`cleared_to` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `why_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `why_of` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `judged_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `judged_success` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `judged_fail` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `budget_sen` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `dearest_sen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `even` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `per_slot` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `paced_slot` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `slot` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `slot_claimed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `changed_by` text;--> statement-breakpoint
-- Whatever deletes a recipient's row or puts another number into it, of whichever version: what was kept of its person goes.
CREATE TRIGGER `phone_numbers_fields_gone` AFTER DELETE ON `phone_numbers` BEGIN
	DELETE FROM phone_fields WHERE number_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER `phone_numbers_fields_other` AFTER UPDATE OF `number` ON `phone_numbers` WHEN new.number <> old.number BEGIN
	DELETE FROM phone_fields WHERE number_id = old.id;
END;
